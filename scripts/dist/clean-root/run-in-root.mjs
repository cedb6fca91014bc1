import { mustRun } from '../../setup/run-command.mjs'

/**
 * Runs a shell script in a root of its own, mounted privately: `pivot_root` and not `chroot`, in which the kernel refuses the user
 * namespaces that Chromium's sandbox is made of. What was mounted ends with the script, and so do its processes.
 *
 * @param {string} root
 * @param {string} script a path in the root
 */
export function runInRoot(root, script) {
  const enter = `
set -eu
mount --make-rprivate /
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount -t tmpfs tmpfs run
mount --rbind /dev dev
mount --rbind /sys sys
cp -L /etc/resolv.conf /etc/hosts etc/
mkdir -p .old
pivot_root . .old
umount -l /.old
rmdir /.old
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh "$1"
`
  const apart = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
  return mustRun('the test in the clean root', 'unshare', [...apart, 'sh', '-c', enter, root, script])
}
