/*
 * What runs on the other machine while a file of a process there is looked at, fetched or removed: a shell of its own in the same
 * connection, so that large files hold up no poll. It answers as far-script.ts does. `f` is the file as the process sees it, or, when the
 * process has ended or hides its root, as the person who is logged in does; `3` is that file, open.
 *
 *     place N PID FOLDER NAME     what a dump into that folder would meet
 *     program N PID PATH          whether the process could run that program
 *     folder N PID FOLDER         makes a folder of mode 0700 in it
 *     unfolder N PID FOLDER       removes a folder that `folder` made, if nothing is in it
 *     file N PID PATH             which file that is now; opens it
 *     restrict N                  takes the open file away from everybody but its owner
 *     block N AT COUNT            of the open file, in blocks
 *     sum N BYTES                 of the open file up to there: it may grow
 *     remove N PID PATH FS INODE SIZE   only if it is still that file; also the folder that `folder` made for it
 *
 * Beside the few programs of far-script.ts it starts `dd`, `df`, `mktemp`, `chmod`, `rm`, `rmdir` and `sha256sum` or `cksum`; only
 * `folder`, `unfolder`, `restrict` and `remove` change anything.
 */

/** Files are read in multiples of this. */
export const farBlockBytes = 65_536
/** How the folders begin that `folder` makes. */
export const farFolderPrefix = 'pipescope-'

const identity = String.raw`ls -Ldin /proc/$$/fd/3; while read -r k v; do [ "$k" = mnt_id: ] && echo "fs $v"; done < /proc/$$/fdinfo/3`

export const farFileScript = `
exec 2>/dev/null
LC_ALL=C; export LC_ALL
at() { if [ -d "/proc/$1/root/" ]; then f=/proc/$1/root$2; else f=$2; fi; }
opened() { exec 3<&-; [ -f "$f" ] && [ ! -L "$f" ] && [ -r "$f" ] && exec 3< "$f"; }
place() { at "$2" "$3"; echo "$1 folder"
  if [ -e "$f" ]; then echo there; [ -d "$f" ] && echo folder; [ -w "$f" ] && [ -x "$f" ] && echo writable; fi
  echo "$1 file"; ls -ldin "\${f%/}/$4"; echo "$1 space"; df -Pk "$f/"; echo "$1 status"; cat /proc/$2/status; echo
  echo "$1 ptrace"; cat /proc/sys/kernel/yama/ptrace_scope; echo; echo "$1 maps"; cat /proc/$2/maps; echo; echo "$1 end"; }
program() { at "$2" "$3"; echo "$1 program"; [ -e "$f" ] && echo there; [ -f "$f" ] && [ -x "$f" ] && echo runs; echo "$1 end"; }
folder() { at "$2" "$3"; echo "$1 made"; d=$(mktemp -d "\${f%/}/${farFolderPrefix}XXXXXXXX") && echo "\${d##*/}"; echo "$1 end"; }
unfolder() { at "$2" "$3"; echo "$1 removed"; case "$f" in */${farFolderPrefix}????????) rmdir "$f" && echo gone;; esac; echo "$1 end"; }
file() { at "$2" "$3"; echo "$1 name"; ls -ldin "$f"; echo "$1 open"; if opened; then ${identity}; fi; echo "$1 end"; }
restrict() { chmod go= /proc/$$/fd/3; echo "$1 open"; ${identity}; echo "$1 end"; }
block() { echo "$1 bytes"; dd if=/proc/$$/fd/3 bs=${farBlockBytes} skip=$2 count=$3; echo; echo "$1 end"; }
upto() { b=$(($1/${farBlockBytes})); [ $b -gt 0 ] && dd if=/proc/$$/fd/3 bs=${farBlockBytes} count=$b
  dd if=/proc/$$/fd/3 bs=1 skip=$((b*${farBlockBytes})) count=$(($1-b*${farBlockBytes})); }
sum() { echo "$1 sum"; if command -v sha256sum >/dev/null; then echo sha256; upto $2 | sha256sum
  elif command -v cksum >/dev/null; then echo cksum; upto $2 | cksum; fi; echo "$1 end"; }
remove() { n=$1; at "$2" "$3"; w="$4 $5 $6"; echo "$n removed"
  if opened; then o=$(${identity}); m=\${o##*fs }; set -- $o
    if [ "$m $1 $6" = "$w" ]; then rm -f "$f" && [ ! -e "$f" ] && echo gone
      case "\${f%/*}" in */${farFolderPrefix}????????) rmdir "\${f%/*}";; esac
    else echo other; fi
  elif [ -e "$f" ]; then echo other; else echo missing; fi
  exec 3<&-; echo "$n end"; }
`

export type FarFileRequest =
  'place' | 'program' | 'folder' | 'unfolder' | 'file' | 'restrict' | 'block' | 'sum' | 'remove'
