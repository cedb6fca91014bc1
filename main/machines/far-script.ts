/*
 * Everything that runs on the other machine to look at it, in any POSIX shell. It starts only `sleep`, `kill`, `cat` and `ls`, reads only `/proc` and the
 * names of sockets, and writes nothing. Requests come as lines on the shell's own input:
 *
 *     hello N                    who is logged in, which process is the sshd of this connection, whether there is a /proc
 *     poll N SOME FILE...        whether the stat files of known processes are there, and what stands in some of them, in one `cat`: it starts
 *                                nothing when there are none. All of them and the sockets in /tmp when their names are not those of the answer
 *                                before, or a file is gone
 *     wide N                     sockets elsewhere: other folders, and processes with another root, /tmp or numbering whose files may be seen;
 *                                there only the socket with the start time of the process itself, which is the last part of its name
 *     look N PID SOCKET          one process with its socket
 *     environment N PID          of a process of the same user
 *     tools N                    which programs there are to connect to a socket for somebody else; only when a person asks for that; starts `nc -h` too
 *     beat N                     nothing but an answer
 *
 * N is a random word of each request that nobody else on that machine can know: it parts the answers from bytes that processes choose
 * themselves. What is asked often is answered in as few writes as can be: each wakes sshd, which sends it by itself. Each request is a heartbeat. After twenty seconds without one a loop ends the sshd of this connection, and with it every
 * forwarded socket: a runtime whose stream nobody reads could not exit (protocol-facts 6.6).
 */

import type { FarFileRequest } from './far-file-script.ts'
import type { FarLaunchRequest } from './far-launch-script.ts'

/** After so long without a request the connection ends itself on the far side. */
export const farHeartbeatSeconds = 20
/** Each step starts a program there. A heartbeat counts from the end of its step: the loop waits four to five of them. */
const stepSeconds = 4

/** Only names that cannot be mistaken for anything else, whatever a user of that machine calls a file. */
const safe = String.raw`case "$f" in *[!A-Za-z0-9./_-]*) continue;; esac`
/** Sockets that processes left behind are many. */
const alive = 'g=${f##*/dotnet-diagnostic-}; [ -d "/proc/${g%%-*}" ] || continue'
/** Sockets outside of /tmp that are looked at, and networks of containers whose sockets are. */
const maxElsewhere = 200
const maxNetworks = 64
const access = String.raw`[ -S "$f" ] || continue; if [ -w "$f" ]; then a=w; else a=r; fi`
const told = `${access}; echo "$a $f"`
const gathered = `${access}; R="$R$a $f
"`

export const farScript = `
exec 2>/dev/null
LC_ALL=C; export LC_ALL
s=; p=$PPID; i=0
while [ $i -lt 8 ] && [ "$p" -gt 1 ]; do
  IFS= read -r c < /proc/$p/comm || break
  case "$c" in sshd|sshd-session) s=$p; break;; esac
  read -r a b c p d < /proc/$p/stat || break
  i=$((i+1))
done
w=
if [ -n "$s" ]; then
  trap '' USR1
  ( trap 'i=0' USR1; i=0
    while [ $i -lt ${farHeartbeatSeconds / stepSeconds} ]; do sleep ${stepSeconds}; i=$((i+1)); done
    kill $s; sleep 2; kill -9 $s ) >/dev/null </dev/null &
  w=$!
  trap 'kill $w' EXIT
fi
watched() { if [ -n "$w" ] && kill -USR1 $w; then A=awake; else A=asleep; fi; }
awake() { watched; echo "$1 $A"; }
beat() { awake $1; echo "$1 end"; }
hello() { awake $1; echo "$1 sshd"; echo "$s"
  echo "$1 status"; cat /proc/$$/status; echo; echo "$1 uptime"; cat /proc/uptime; echo
  echo "$1 host"; cat /proc/sys/kernel/hostname; echo
  echo "$1 auxv"; cat /proc/self/auxv; echo; echo "$1 end"; }
# An echo of its own would read backslashes in the names of programs.
if [ "$(command -v printf)" = printf ]
then figures() { v=$(cat "$@"); printf '%s\\n%s end\\n' "$v" $N; }
else figures() { cat "$@"; echo; echo "$N end"; }
fi
names() { set -- /tmp/dotnet-diagnostic-*-socket; S="$*"; }
same() { names; [ "$S" = "$L" ] || return 1; for q; do [ -e "$q" ] || return 1; done; }
sockets() { set -- /tmp/dotnet-diagnostic-*-socket; L="$*"; R=; for f; do ${safe}; ${alive}; ${gathered}; done; }
changed() { same "$@" && return 1; sockets; watched; echo "$N $A
$N sockets
$R$N stats"; }
stats() { if [ $# -gt 0 ]; then figures "$@"; else echo; echo "$N end"; fi; }
poll() { N=$1; W=$2; shift 2
  if changed "$@"; then stats "$@"; return; fi
  watched
  if [ -n "$W" ]; then echo "$N $A
$N stats"; figures $W; else echo "$N $A
$N end"; fi; }
table() { set -f; IFS='
'
  for l in $(cat $1); do case "$l" in *' '/*/dotnet-diagnostic-*-socket) ;; *) continue;; esac
    f=/\${l#* /}; ${safe}; case "$f" in /tmp/*) continue;; esac
    [ $t -lt ${maxElsewhere} ] || break; t=$((t+1)); T="$T $f"; done
  set +f; unset IFS; }
wide() { N=$1; L=; Q=/proc/$$; T=; t=0; E=; M=; m=0; awake $N; echo "$N sockets"
  table /proc/net/unix
  for f in $T; do ${alive}; ${told}; done
  for p in /proc/[0-9]*; do
    [ -d $p/root/ ] || continue
    [ $p/root/ -ef / ] && [ $p/ns/mnt -ef $Q/ns/mnt ] && [ $p/ns/pid -ef $Q/ns/pid ] && continue
    E="$E $p"; for q in $Q $M; do [ $p/ns/net -ef $q/ns/net ] && continue 2; done
    [ $m -lt ${maxNetworks} ] || continue; m=$((m+1)); M="$M $p"; table $p/net/unix
  done
  for p in $E; do
    IFS= read -r l < $p/stat || continue
    set -f; set -- \${l##*) }; set +f; k=\${20}; case "$k" in ''|*[!0-9]*) continue;; esac
    for f in $p/root/tmp/dotnet-diagnostic-*-$k-socket; do ${safe}; ${told}; done
    for g in $T; do case "$g" in *-$k-socket) f=$p/root$g; ${told};; esac; done
  done
  echo "$N end"; }
look() { awake $1; p=/proc/$2; f=$3; echo "$1 kernel"; cat $p/stat $p/status $p/cgroup; echo
  echo "$1 cmdline"; cat $p/cmdline; echo; echo "$1 threads"; n=0
  for t in $p/task/*; do [ $n -lt 32 ] || break; n=$((n+1)); IFS= read -r c < $t/comm && echo "$c"; done
  echo "$1 links"; ls -ldn "$f" $p/exe $p/cwd; echo "$1 owner"; ls -ld $p
  echo "$1 access"; if [ -S "$f" ]; then if [ -w "$f" ]; then echo w; else echo r; fi; fi
  g=\${f##*/dotnet-diagnostic-}; [ -p "\${f%/*}/clr-debug-pipe-\${g%-socket}-in" ] && echo debugger
  echo "$1 end"; }
tools() { awake $1; echo "$1 tools"
  for t in sudo socat nc; do command -v $t >/dev/null && echo $t; done
  case "$(nc -h 2>&1 </dev/null)" in *-N*-U*) echo nc-unix;; esac; echo "$1 end"; }
environment() { awake $1; echo "$1 environ"; cat /proc/$2/environ; echo; echo "$1 end"; }
`

/** What ssh is told to run: it replaces the login shell, whatever that is. */
export const farCommand = 'exec sh -s'

/** One word for a line to the far shell. Nothing in single quotes means anything to a shell. */
export function quoted(word: string): string {
  if (/[\0\n\r]/.test(word)) throw new Error('a line break in a word for a shell')
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

export type FarRequest = 'hello' | 'poll' | 'wide' | 'look' | 'environment' | 'tools' | 'beat'

export function requestLine(
  request: FarRequest | FarFileRequest | FarLaunchRequest,
  nonce: string,
  words: readonly (string | number)[],
): string {
  return `${[request, nonce, ...words.map((word) => quoted(`${word}`))].join(' ')}\n`
}
