/*
 * What starts a program on the other machine: a shell of its own in the same connection, one for each program. It answers as far-script.ts
 * does. Everything lies in one folder that `make` makes, of mode 0700: the socket `port`, the program's output, `program` with its process ID and when it started,
 * `link`, which says which shell of ours looks after it, and how much of its output nobody has read.
 *
 *     check N FOLDER PROGRAM PATH        whether the folder can be entered, where the program is, and what the launch needs; PATH may be empty
 *     make N                             makes the folder
 *     start N FOLDER PROGRAM COUNT (set|unset NAME VALUE)... ARG...   in a session of its own; its input is empty
 *     state N PID...                     whether it runs, how it ended, how long its output is, and which of these processes of it wait
 *     output N FILE AT COUNT             of its output, in blocks
 *     trim N FILE                        empties it; the program goes on appending
 *     adopt N FOLDER                     looks after a program that an earlier shell started, over another connection
 *     signal N NAME                      to everything the program has started in its session
 *     remove N                           the folder and what lies in it
 *
 * A session, and not its first group: `timeout` and shells with job control give what they start a group of its own.
 *
 * Nobody but us can resume what waits for the port: a shell cannot speak to a socket. So a loop watches beside the program. While a shell of ours is there it does
 * nothing. When none has been there for a while it ends runtimes that wait, keeps the output short, and removes the folder some time after the program has ended.
 * The shell that started it stays until then, without a connection, because nobody else learns how it ends: it writes that to `exit`.
 *
 * Its variables have a prefix, because a program inherits those that were exported before. Beside the few programs of far-script.ts it starts
 * `mktemp`, `setsid`, `dd`, `rm` and `rmdir`.
 */

export type FarLaunchRequest = 'check' | 'make' | 'start' | 'state' | 'output' | 'trim' | 'adopt' | 'signal' | 'remove'

/** Output is read in multiples of this. */
export const farOutputBlockBytes = 4096
/** How the loop beside the program looks around. */
export interface WatchPace {
  readonly stepSeconds: number
  /** Without a connection for so many steps, what waits is ended. */
  readonly graceSteps: number
}

const watchPace: WatchPace = { stepSeconds: 2, graceSteps: 15 }
/** Of each file of output that nobody reads any more. */
const maxUnreadBytes = 16 * 1024 * 1024
/** As many threads as a runtime has that waits while sessions are open, and more. */
const maxThreads = 80

/** `pace`: tests do not wait as long. */
export function farLaunchScript({ stepSeconds, graceSteps } = watchPace): string {
  return `
exec 2>/dev/null
ps_d=; ps_g=; ps_k=; ps_x=; ps_end=; ps_o=
ps_start() { read -r ps_l < "/proc/$1/stat" || return 1; set -f; set -- \${ps_l##*) }; set +f; ps_z=$1; ps_grp=$3; ps_ses=$4; ps_s=\${20}; }
ps_linked() { read -r ps_a ps_b < "$ps_d/link" && ps_start "$ps_a" && [ "$ps_s" = "$ps_b" ]; }
ps_members() { ps_m=; [ -n "$ps_g" ] || return 1
  # All of it is over, and the number of its session is that of somebody else.
  [ -n "$ps_k" ] && ps_start "$ps_g" && [ "$ps_s" != "$ps_k" ] && return 1
  ps_v=$(cat /proc/[0-9]*/stat); ps_ifs=$IFS; set -f; IFS='
'; for ps_t in $ps_v; do IFS=' '; set -- \${ps_t##*) }
    [ "$4" = "$ps_g" ] && [ "$1" != Z ] && [ "$1" != X ] || continue
    ps_p=\${ps_t%% *}; ps_start "$ps_p" && [ "$ps_ses" = "$ps_g" ] && ps_m="$ps_m $ps_p"; set -f
  done; set +f; IFS=$ps_ifs; [ -n "$ps_m" ]; }
# Some runtimes do not name their threads: one that is known to be a runtime is judged by their count alone.
ps_waits() { ps_u=0; ps_e=0
  for ps_t in /proc/$1/task/*; do read -r ps_c < "$ps_t/comm" || continue; ps_u=$((ps_u+1)); [ $ps_u -lt ${maxThreads} ] || return 1
    [ "$ps_c" = '.NET EventPipe' ] && ps_e=$((ps_e+1)); done
  [ $ps_e -eq 0 ] && [ "$2" = runtime ] && [ $ps_u -gt 1 ] && ps_e=1
  [ $ps_e -gt 0 ] && [ $((ps_u-ps_e)) -le 2 ]; }
ps_remove() { for ps_f in port link program exit waited stdout stderr stdout.emptied stderr.emptied; do rm -f "$ps_d/$ps_f"; done; rmdir "$ps_d"; }
ps_own() { set -- $(LC_ALL=C ls -ldn "$1") $(LC_ALL=C ls -ldn /proc/$$/)
  case "$1" in drwx------*) [ "$3" = "\${12}" ];; *) return 1;; esac; }
# The connection has ended. The folder may have another shell by now.
ps_leave() { [ -n "$ps_d" ] || return; read -r ps_a ps_b < "$ps_d/link" && [ "$ps_a" = $$ ] && rm -f "$ps_d/link"
  [ -n "$ps_x" ] || { wait "$ps_g"; ps_x=$?; }; echo "$ps_x" > "$ps_d/exit"; }
ps_size() { set -- $(LC_ALL=C ls -ln "$1"); ps_s=$5; }
ps_emptied() { read -r ps_q < "$ps_d/$1.emptied" || ps_q=0; }
ps_watch() { ps_w=; ps_i=0; ps_j=0
  while [ -d "$ps_d" ]; do
    sleep ${stepSeconds}
    if ps_linked; then ps_w=; ps_i=0; ps_j=0; continue; fi
    read -r ps_g ps_k < "$ps_d/program" || { ps_remove; break; }
    # Whoever connects again learns how it has ended.
    if ! ps_members; then ps_j=$((ps_j+1)); [ $ps_j -gt ${graceSteps} ] || continue; ps_remove; break; fi
    ps_i=$((ps_i+1)); [ $ps_i -gt ${graceSteps} ] || continue
    # Twice, because one that is just starting looks like one that waits.
    ps_new=
    for ps_p in $ps_m; do ps_waits "$ps_p" && ps_start "$ps_p" || continue
      ps_new="$ps_new $ps_p:$ps_s"; case "$ps_w " in *" $ps_p:$ps_s "*) kill -9 "$ps_p" && : > "$ps_d/waited";; esac; done
    ps_w=$ps_new
    for ps_f in stdout stderr; do ps_size "$ps_d/$ps_f"; [ "$ps_s" -gt ${maxUnreadBytes} ] || continue
      ps_emptied "$ps_f"; : > "$ps_d/$ps_f"; echo $((ps_q+ps_s)) > "$ps_d/$ps_f.emptied"; done
  done; }
ps_home() { case "$1" in '~') ps_h=$HOME;; '~/'*) ps_h=$HOME/\${1#??};; *) ps_h=$1;; esac; }
ps_find() { ps_r=; case "$1" in */*) ps_r=$1; return;; esac
  ps_ifs=$IFS; set -f; IFS=:
  for ps_t in $2; do [ -f "$ps_t/$1" ] && [ -x "$ps_t/$1" ] && { ps_r=$ps_t/$1; break; }; done
  set +f; IFS=$ps_ifs; }
check() { ps_home "$2"; echo "$1 folder"
  if [ -d "$ps_h" ]; then echo there; [ -x "$ps_h" ] && echo enter; fi
  echo "$1 program"; ( cd "$ps_h" || exit; ps_find "$3" "\${4:-$PATH}"
    [ -n "$ps_r" ] && [ -e "$ps_r" ] && echo there; [ -f "$ps_r" ] && [ -x "$ps_r" ] && echo runs
    echo "$1 place"; pwd; echo "$ps_r" )
  echo "$1 path"; echo "\${4:-$PATH}"; echo "$1 needs"
  for ps_t in mktemp setsid dd rm rmdir; do command -v $ps_t >/dev/null || echo $ps_t; done; echo "$1 end"; }
make() { ps_d=$(mktemp -d /tmp/pipescope-run-XXXXXXXX) && ps_start $$ && echo "$$ $ps_s" > "$ps_d/link"; ps_t=$?
  # Before anything is said, which ends this shell when the connection has been cut.
  ( ps_watch ) </dev/null >/dev/null 2>&1 &
  echo "$1 made"; [ $ps_t -eq 0 ] && echo "$ps_d" && LC_ALL=C ls -ldn "$ps_d"
  echo "$1 end"; }
start() { ps_n=$1; ps_home "$2"; ps_q=$3; ps_i=$4; shift 4; ps_t=$(command -v setsid)
  ( cd "$ps_h" || exit 126
    # In the folder that was entered, and by the variable PATH that the program gets.
    while [ "$ps_i" -gt 0 ]; do ps_i=$((ps_i-1)); if [ "$1" = set ]; then export "$2=$3"; else unset "$2"; fi; shift 3; done
    ps_find "$ps_q" "$PATH"; exec "$ps_t" "\${ps_r:-$ps_q}" "$@" ) </dev/null >>"$ps_d/stdout" 2>>"$ps_d/stderr" &
  ps_g=$!; ps_s=; ps_start $ps_g; ps_k=$ps_s; echo "$ps_n started"
  # Nobody could end it after the connection.
  if echo "$ps_g $ps_k" > "$ps_d/program"; then echo $ps_g; else kill -9 $ps_g; echo full; fi
  trap ps_leave EXIT; trap 'exit 1' PIPE
  echo "$ps_n end"; }
adopt() { echo "$1 adopted"
  if ps_own "$2"; then ps_d=$2; ps_o=0
    if ps_start $$ && echo "$$ $ps_s" > "$ps_d/link" && read -r ps_g ps_k < "$ps_d/program"; then
      # Of a connection that has ended.
      rm -f "$ps_d/port"; echo found; echo "pid $ps_g"; [ -e "$ps_d/waited" ] && echo waited; fi
  elif ! [ -e "$2" ]; then echo gone; fi
  echo "$1 end"; }
ps_ended() { [ -n "$ps_x" ] && return; ps_start "$ps_g" && [ "$ps_s" = "$ps_k" ] && [ "$ps_z" != Z ] && [ "$ps_z" != X ] && return 1
  if [ -n "$ps_o" ]; then read -r ps_x < "$ps_d/exit" && [ -n "$ps_x" ] && return
    # The shell that started it is just about to say.
    ps_o=$((ps_o+1)); [ $ps_o -gt 3 ] || return 1; ps_x=unknown
  else wait "$ps_g"; ps_x=$?; fi; }
state() { ps_n=$1; shift; echo "$ps_n state"
  if ps_ended; then echo "exit $ps_x"; [ -z "$ps_end" ] && if ( ps_members ); then echo group; else ps_end=1; fi; else echo runs; fi
  echo "$ps_n sizes"; for ps_f in stdout stderr; do ps_size "$ps_d/$ps_f"; ps_emptied "$ps_f"; echo "$ps_f $ps_s $ps_q"; done
  echo "$ps_n runtimes"; for ps_p; do ps_start "$ps_p" || continue; [ "$ps_ses" = "$ps_g" ] || continue
    if ps_waits "$ps_p" runtime; then echo "$ps_p waits"; else echo "$ps_p runs"; fi; done
  echo "$ps_n end"; }
output() { echo "$1 bytes"; dd if="$ps_d/$2" bs=${farOutputBlockBytes} skip=$3 count=$4; echo; echo "$1 end"; }
trim() { : > "$ps_d/$2"; echo "$1 done"; echo "$1 end"; }
signal() { if [ -z "$ps_end" ] && ps_members; then
    for ps_p in $ps_m; do ps_start "$ps_p" && [ "$ps_ses" = "$ps_g" ] && [ "$ps_grp" != "$ps_g" ] && kill -$2 "$ps_p"; done
    kill -$2 "-$ps_g"; fi
  echo "$1 done"; echo "$1 end"; }
remove() { ps_remove; ps_d=; echo "$1 done"; echo "$1 end"; }
`
}
