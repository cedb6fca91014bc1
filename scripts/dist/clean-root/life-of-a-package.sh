# Runs as root inside the clean root; the packages and two recordings lie in /proof. Each finding is one line on stdout.
set -eu
say() { echo "PROOF $*"; }
fail() { echo "FAILED $*"; exit 1; }
as_person() { setpriv --reuid person --regid person --init-groups env HOME=/home/person USER=person XDG_RUNTIME_DIR=/run/person DISPLAY=:77 "$@"; }
# The title of the window that shows a document.
title() { as_person xwininfo -root -tree 2>/dev/null | grep -F -e "$1" | head -1; }
wait_for() { # LIMIT_S COMMAND...
  limit=$1; shift
  for _ in $(seq $((limit * 5))); do "$@" && return 0; sleep 0.2; done
  return 1
}
# The app ends when its window is closed; here there is no window manager to close it.
# The oldest is the app; a signal to its helpers too would be a crash.
end_app() { pkill -TERM -o -u person -x pipescope || true; wait_for 20 sh -c '! pgrep -u person -x pipescope >/dev/null' || fail "it does not end"; }
shown() { [ -n "$(title "$1")" ]; }
sandbox_is_on() {
  found=no
  for pid in $(pgrep -u person -f 'type=renderer'); do
    grep -q '^Seccomp:.*2' "/proc/$pid/status" || fail "a page without a seccomp filter"
    [ "$(readlink "/proc/$pid/ns/pid")" != "$(readlink /proc/self/ns/pid)" ] || fail "a page in the namespace of its user"
    found=yes
  done
  [ "$found" = yes ] || fail "no page process"
  ! pgrep -u person -f -- --no-sandbox >/dev/null || fail "a switch that turns the sandbox off"
}

apt-get -qq update
apt-get install -y --no-install-recommends /proof/older.deb >/proof/install.log 2>&1 || { tail -20 /proof/install.log; fail "apt cannot install it"; }
[ -e /usr/lib/pipescope/only-in-the-older ] || fail "the older package is not installed"
say "installed by apt, older version $(dpkg-query -W -f '${Version}' pipescope)"
useradd --create-home --shell /bin/sh person
install -d -o person -g person -m 700 /run/person
install -o person -g person -m 600 /proof/*.nettrace /home/person/

apt-get install -y --no-install-recommends /proof/newer.deb >/proof/upgrade.log 2>&1 || { tail -20 /proof/upgrade.log; fail "apt cannot upgrade it"; }
[ ! -e /usr/lib/pipescope/only-in-the-older ] || fail "the upgrade left a file of the older version"
say "upgraded by apt to $(dpkg-query -W -f '${Version}' pipescope); dpkg verifies it: $(dpkg --verify pipescope | wc -l) differences"
[ "$(stat -c '%U %a' /usr/lib/pipescope/chrome-sandbox)" = "root 4755" ] || fail "rights of chrome-sandbox"
# The library that the executable is linked to and no package brought.
! ldd /usr/lib/pipescope/pipescope | grep 'not found' || fail "a library is missing"

Xvfb :77 -screen 0 1440x900x24 -nolisten tcp >/dev/null 2>&1 &
wait_for 20 test -S /tmp/.X11-unix/X77 || fail "no display"
[ "$(as_person pipescope --version)" = "$(cut -d'~' -f1 /proof/version)" ] || fail "pipescope --version"
type=$(as_person gio info -a standard::content-type /home/person/first.nettrace | grep -o 'application/.*')
[ "$type" = application/x-nettrace ] || fail "the type of a recording is $type"
as_person gio mime application/x-nettrace | grep -q pipescope.desktop || fail "nothing opens a recording"
as_person xdg-mime query default application/x-gcdump | grep -qx pipescope.desktop || fail "xdg-mime knows no application for a heap graph"
say "a recording is application/x-nettrace and opens with pipescope.desktop"

# Without a session bus, as gio starts it: by the Exec line of the desktop entry.
as_person gio open /home/person/first.nettrace >/proof/app.log 2>&1 &
wait_for 90 shown first.nettrace || { tail -20 /proof/app.log; as_person xwininfo -root -tree | head -20; fail "the recording does not open"; }
say "opened by association: $(title first.nettrace | cut -d'"' -f2)"
sandbox_is_on
say "the sandbox is on: pages have a seccomp filter and a process namespace of their own"
as_person gio open /home/person/second.nettrace >>/proof/app.log 2>&1
wait_for 60 shown second.nettrace || fail "a second file does not open in the app that runs"
say "a second file opened in the app that runs: $(title second.nettrace | cut -d'"' -f2)"
# A name as people give them, in a folder of such a name.
place='/home/person/Für Jörg & Co 100%'
install -d -o person -g person "$place"
install -o person -g person -m 600 /home/person/first.nettrace "$place/Aufnahme \"2\" (größer) \$HOME.nettrace"
as_person gio open "$place/Aufnahme \"2\" (größer) \$HOME.nettrace" >>/proof/app.log 2>&1
wait_for 60 shown 'Aufnahme "2" (größer) $HOME.nettrace' || { as_person xwininfo -root -tree | grep -i pipescope; fail "a name with spaces, quotes and umlauts does not open"; }
say "opened by association in the app that runs: $(title Aufnahme | sed 's/^ *0x[0-9a-f]* "//; s/": (.*//')"
# A switch of Chromium's and one of our own, handed over to the app that runs.
for name in --inspect=9445 --demo; do
  install -o person -g person -m 600 /home/person/first.nettrace "/home/person/$name"
  (cd /home/person && as_person pipescope -- "$name" >>/proof/app.log 2>&1)
  wait_for 60 shown "$name – Pipescope" || fail "a file named $name does not open in the app that runs"
done
say "files named --inspect=9445 and --demo opened as files in the app that runs"
end_app

# The name of a file is never a switch.
cp /home/person/first.nettrace '/home/person/--remote-debugging-port=9444'
chown person '/home/person/--remote-debugging-port=9444'
(cd /home/person && as_person pipescope -- --remote-debugging-port=9444 >/proof/switch.log 2>&1) &
wait_for 60 shown remote-debugging-port || { tail -20 /proof/switch.log; fail "a file named like a switch does not open"; }
! grep -q 'DevTools listening' /proof/switch.log || fail "the name of a file became a switch"
say "a file named --remote-debugging-port=9444 opened as a file"
end_app

apt-get purge -y pipescope >/proof/remove.log 2>&1 || { tail -20 /proof/remove.log; fail "apt cannot remove it"; }
residue=$(find / -xdev -iname '*pipescope*' -not -path '/proof/*' -not -path '/home/*' -not -path '/proc/*' -not -path '/tmp/*'; grep -rl pipescope /usr/share /etc /var/lib/dpkg/info 2>/dev/null || true)
[ -z "$residue" ] || fail "left behind: $residue"
say "removed without residue; left for the person: $(cd /home/person && find . -maxdepth 2 -iname '*pipescope*' | tr '\n' ' ')and their recordings"

# One file for any Linux, here with the libraries that the .deb brought: mounted by an ordinary user, and without FUSE.
if [ -e /proof/pipescope.AppImage ]; then
  install -o person -g person -m 755 /proof/pipescope.AppImage /home/person/
  # For everybody, as udev leaves the device on a desktop; only in this mount namespace.
  mknod -m 666 /run/fuse c 10 229 && mount --bind /run/fuse /dev/fuse
  (cd /home/person && as_person ./pipescope.AppImage -- first.nettrace >/proof/appimage.log 2>&1) &
  wait_for 90 shown first.nettrace || { tail -20 /proof/appimage.log; fail "the AppImage does not open a recording"; }
  grep -q ' fuse.appimage ' /proc/mounts || fail "the AppImage is not mounted"
  sandbox_is_on
  end_app
  wait_for 20 sh -c '! grep -q fuse.appimage /proc/mounts' || fail "the mount of the AppImage stays"
  say "the AppImage, mounted by FUSE as an ordinary user, opened a recording with the sandbox on; nothing stays mounted"
  (cd /home/person && APPIMAGE_EXTRACT_AND_RUN=1 as_person ./pipescope.AppImage -- second.nettrace >/proof/appimage.log 2>&1) &
  wait_for 90 shown second.nettrace || { tail -20 /proof/appimage.log; fail "the AppImage does not run unpacked"; }
  end_app
  wait_for 20 sh -c '! ls -a /tmp | grep -q "^\.pipescope-unpacked\|^\.mount_"' || fail "the AppImage leaves a folder in /tmp"
  say "the AppImage without FUSE: unpacked for the run, opened a recording, removed at its end"
fi
left=$(ls -A /tmp | grep -iv '^\.X' || true)
[ -z "$left" ] || fail "left in /tmp: $left"
say "nothing of it stays in /tmp"
