#pragma once
#include <microhttpd.h>
#include <poll.h>
#include <stdint.h>
#include <sys/socket.h>

// What Swift cannot import: the variadic start function, and constants that are casts or GNU extensions.

/// Numbers and texts of a daemon; times in seconds, sizes in bytes. A null certificate means plain HTTP.
struct bramley_daemon_settings {
  unsigned int threads;
  unsigned int connection_limit;
  unsigned int idle_seconds;
  size_t connection_memory;
  int strictness;
  const char *certificate_pem;
  const char *key_pem;
  const char *tls_priorities;
};

/// The callbacks of a daemon; `context` is handed to each.
struct bramley_daemon_callbacks {
  void *context;
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

/// Starts a daemon that accepts nothing itself: sockets come through MHD_add_connection.
static inline struct MHD_Daemon *bramley_start_daemon(struct bramley_daemon_settings settings,
                                                      struct bramley_daemon_callbacks calls) {
  unsigned int flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_NO_LISTEN_SOCKET |
                       MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem extra[5];
  int count = 0;
  // A pool of one is the same as no pool, and the library warns of it.
  if (settings.threads > 1)
    extra[count++] = (struct MHD_OptionItem){MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)settings.threads, NULL};
  if (settings.certificate_pem != NULL) {
    flags |= MHD_USE_TLS;
    extra[count++] =
        (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings.certificate_pem};
    extra[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings.key_pem};
    extra[count++] =
        (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings.tls_priorities};
  }
  extra[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
  return MHD_start_daemon(
      flags, 0, NULL, NULL, calls.access, calls.context,
      MHD_OPTION_CONNECTION_LIMIT, settings.connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, settings.idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings.connection_memory,
      MHD_OPTION_STRICT_FOR_CLIENT, settings.strictness,
      MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context,
      MHD_OPTION_NOTIFY_CONNECTION, calls.connection, calls.context,
      MHD_OPTION_URI_LOG_CALLBACK, calls.target, calls.context,
      MHD_OPTION_UNESCAPE_CALLBACK, calls.unescape, calls.context,
      MHD_OPTION_ARRAY, extra, MHD_OPTION_END);
}

/// The socket of a connection, or -1.
static inline int bramley_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// The peer's address, or null.
static inline const struct sockaddr *bramley_connection_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/// What was stored for the connection when it began, or null.
static inline void *bramley_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// Whether the answer of a content reader means "nothing more, and it was a failure".
static inline ssize_t bramley_reader_failed(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Poll events that say: the peer has gone.
#if defined(__linux__)
static inline short bramley_poll_gone(void) { return 0x2000 /* POLLRDHUP */ | POLLHUP | POLLERR; }
#else
static inline short bramley_poll_gone(void) { return POLLHUP | POLLERR; }
#endif
