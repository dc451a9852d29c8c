"""Two processes on one database are restarted one after the other under load (issue 8, point 3)."""

import time

import postgresql
from test_failover import Round, check_by_clients, check_by_rows, cohort
from test_postgresql import Serve

ORIGIN = "http://localhost:8080"


def test_a_rolling_restart_fails_no_request(tmp_path, bramley):
    """Each is taken out of the balancer, stopped, started and put back; every request is answered, none with 503."""
    server = postgresql.Server()
    database = server.make_database()
    processes = [Serve(tmp_path, name, server.url(database), bramley.apple, publicOrigin=ORIGIN)
                 for name in ("first", "second")]
    try:
        people = cohort(bramley)
        load = Round(processes, people)
        try:
            for number, old in enumerate(list(processes)):
                time.sleep(2)
                load.taken_out = number
                time.sleep(0.1)  # Who chose it just before has sent the request by then.
                # What was under way is answered before the process ends; its status says so.
                assert old.stop() == 0
                processes[number] = Serve(tmp_path, f"later{number}", server.url(database), bramley.apple,
                                          publicOrigin=ORIGIN)
                load.taken_out = None
            time.sleep(2)
        finally:
            load.finish()
        assert not load.findings, "\n".join(load.findings[:20])
        assert not load.outages, load.outages[:5]
        assert load.answers[200] > 500
        check_by_clients(processes, people)
        check_by_rows(server, database, people)
    finally:
        for process in processes:
            if process.process.poll() is None:
                process.stop()
        server.close()
