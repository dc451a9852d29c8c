#pragma once
#include <sys/types.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <resolv.h>
#include <string.h>

// The resolver's state has unions and macros that Swift does not see: one call does all of it.

/// Asks the system's resolver, or the IPv4 server named, for TXT records: two tries of two seconds.
///
/// Answers the length of the DNS message, 0 when the name or the record does not exist, -1 when nobody answered.
static inline int bramley_text_records(const char *name, const char *server, int port,
                                       unsigned char *answer, int capacity) {
  struct __res_state state;
  memset(&state, 0, sizeof state);
  if (res_ninit(&state) != 0) return -1;
  state.retrans = 2;
  state.retry = 2;
  if (server != NULL) {
    state.nscount = 1;
    state.nsaddr_list[0].sin_family = AF_INET;
    state.nsaddr_list[0].sin_port = htons((unsigned short)port);
    if (inet_pton(AF_INET, server, &state.nsaddr_list[0].sin_addr) != 1) {
      res_nclose(&state);
      return -1;
    }
  }
  int length = res_nquery(&state, name, ns_c_in, ns_t_txt, answer, capacity);
  int error = state.res_h_errno;
  res_nclose(&state);
  if (length < 0) return error == HOST_NOT_FOUND || error == NO_DATA ? 0 : -1;
  return length;
}

/// The data of the TXT record at a place in the answer section; -1 behind the last, 0 for another kind.
static inline int bramley_text_record(const unsigned char *message, int length, int index,
                                      const unsigned char **data) {
  ns_msg parsed;
  ns_rr record;
  if (ns_initparse(message, length, &parsed) != 0) return -1;
  if (index >= ns_msg_count(parsed, ns_s_an)) return -1;
  if (ns_parserr(&parsed, ns_s_an, index, &record) != 0) return -1;
  if (ns_rr_type(record) != ns_t_txt) return 0;
  *data = ns_rr_rdata(record);
  return ns_rr_rdlen(record);
}
