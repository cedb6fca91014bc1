/* Two ends of a unix stream in plain C, for bench/protocol/stream.ts.
 *
 *   peer send PATH BYTES RATE   listens on PATH; to each connection: reads one request, answers a session, then sends BYTES as fast as it
 *                               can or at RATE bytes a second (0: no limit), closes
 *   peer answer PATH            listens on PATH; answers each request (20 bytes) with 64 bytes and closes: what a round trip costs
 *   peer receive PATH FILE      connects to PATH, sends 20 bytes, writes what comes to FILE, prints seconds from the first byte to the end
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static int address(const char *path, struct sockaddr_un *where) {
  memset(where, 0, sizeof *where);
  where->sun_family = AF_UNIX;
  strncpy(where->sun_path, path, sizeof where->sun_path - 1);
  return socket(AF_UNIX, SOCK_STREAM, 0);
}

static int listen_on(const char *path) {
  struct sockaddr_un where;
  int fd = address(path, &where);
  unlink(path);
  if (bind(fd, (struct sockaddr *)&where, sizeof where) || listen(fd, 255)) {
    perror("listen");
    exit(1);
  }
  puts("ready");
  fflush(stdout);
  return fd;
}

static void read_request(int fd) {
  unsigned char head[20];
  size_t have = 0;
  while (have < 20) {
    ssize_t count = read(fd, head + have, 20 - have);
    if (count <= 0) return;
    have += count;
  }
  size_t rest = head[14] | head[15] << 8;
  unsigned char body[65536];
  while (rest > 20) {
    ssize_t count = read(fd, body, rest - 20);
    if (count <= 0) return;
    rest -= count;
  }
}

static void write_all(int fd, const unsigned char *bytes, size_t size) {
  while (size > 0) {
    ssize_t count = send(fd, bytes, size, MSG_NOSIGNAL);
    if (count <= 0) return;
    bytes += count;
    size -= count;
  }
}

int main(int argc, char **argv) {
  static unsigned char block[65536];
  unsigned char answer[64] = "DOTNET_IPC_V1";
  if (argc < 3) return 64;
  answer[16] = 0xff;
  if (!strcmp(argv[1], "send")) {
    uint64_t bytes = strtoull(argv[3], 0, 10);
    double rate = atof(argv[4]);
    int server = listen_on(argv[2]);
    for (;;) {
      int fd = accept(server, 0, 0);
      read_request(fd);
      answer[14] = 28;
      answer[20] = 7;
      write_all(fd, answer, 28);
      double start = now();
      for (uint64_t sent = 0; sent < bytes; sent += sizeof block) {
        write_all(fd, block, sizeof block);
        if (rate > 0) {
          double ahead = (sent + sizeof block) / rate - (now() - start);
          if (ahead > 0.002) usleep((useconds_t)(ahead * 1e6));
        }
      }
      close(fd);
    }
  }
  if (!strcmp(argv[1], "answer")) {
    int server = listen_on(argv[2]);
    answer[14] = 64;
    for (;;) {
      int fd = accept(server, 0, 0);
      read_request(fd);
      write_all(fd, answer, 64);
      close(fd);
    }
  }
  if (!strcmp(argv[1], "receive")) {
    struct sockaddr_un where;
    int fd = address(argv[2], &where);
    int file = open(argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    static unsigned char buffer[262144];
    memset(buffer, 0, 20);
    buffer[14] = 20;
    if (connect(fd, (struct sockaddr *)&where, sizeof where)) return 1;
    write_all(fd, buffer, 20);
    double start = 0;
    for (;;) {
      ssize_t count = read(fd, buffer, sizeof buffer);
      if (count <= 0) break;
      if (start == 0) start = now();
      for (ssize_t done = 0; done < count;) {
        ssize_t written = write(file, buffer + done, count - done);
        if (written <= 0) return 1;
        done += written;
      }
    }
    close(file);
    printf("%.6f\n", now() - start);
    return 0;
  }
  return 64;
}
