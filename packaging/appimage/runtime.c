/*
 * The first part of Pipescope's AppImage (type 2): a small program with a squashfs image behind it in the same file.
 *
 *   [ this program, ELF, "AI\2" at byte 8 ][ squashfs: AppRun, pipescope.desktop, pipescope.svg, usr/ ]
 *   0                                       end of the section headers
 *
 * Started, it mounts the image with FUSE below the temporary folder and becomes AppRun. A process of its own serves the mount: when AppRun has
 * ended (the pipe `life` has no writer) it unmounts as soon as nothing uses a file of it any more, because the watchdog outlives the app on purpose.
 * Without FUSE the image is unpacked to a temporary folder for this run and removed at its end.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <squashfuse/ll.h>
#include <squashfuse/traverse.h>
#include <squashfuse/util.h>

static char image[PATH_MAX];
static size_t image_offset;
static char folder[PATH_MAX]; /* where the image is mounted or unpacked */
static pid_t running;         /* AppRun, when this program stays beside it */

static void fail(const char *what) {
	fprintf(stderr, "pipescope: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Where the squashfs begins: behind the section headers, which strip leaves at the end of the ELF file. */
static size_t end_of_program(void) {
	Elf64_Ehdr header;
	int fd = open(image, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || pread(fd, &header, sizeof header, 0) != sizeof header) fail("cannot read its own file");
	close(fd);
	return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static void make_folder(const char *name) {
	const char *base = getenv("TMPDIR");
	if (base == NULL || base[0] != '/') base = "/tmp";
	if (snprintf(folder, sizeof folder, "%s/%s-XXXXXX", base, name) >= (int)sizeof folder) errno = ENAMETOOLONG, fail(base);
	if (mkdtemp(folder) == NULL) fail(folder); /* 0700 */
}

static void become_app(char **argv) {
	char link[PATH_MAX + 16], entry[PATH_MAX], cwd[PATH_MAX];
	snprintf(link, sizeof link, "%s/AppRun", folder);
	if (realpath(link, entry) == NULL) fail(link); /* the name of the process is the app's, not AppRun */
	setenv("APPIMAGE", image, 1);
	setenv("APPDIR", folder, 1);
	setenv("ARGV0", argv[0], 1);
	if (getcwd(cwd, sizeof cwd) != NULL) setenv("OWD", cwd, 1);
	execv(entry, argv);
	fail(entry);
}

/* ---- unpacked ---- */

static void write_file(sqfs *fs, sqfs_inode *inode, const char *path, mode_t mode) {
	static char block[1 << 17];
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0755);
	if (fd < 0) fail(path);
	for (sqfs_off_t at = 0; at < (sqfs_off_t)inode->xtra.reg.file_size;) {
		sqfs_off_t count = sizeof block;
		if (sqfs_read_range(fs, inode, at, &count, block) != SQFS_OK || count <= 0) errno = EIO, fail(path);
		if (write(fd, block, count) != count) fail(path);
		at += count;
	}
	if (close(fd) != 0) fail(path);
}

static void unpack(const char *target) {
	sqfs fs;
	sqfs_inode inode;
	sqfs_traverse walk;
	sqfs_err error = SQFS_OK;
	char path[PATH_MAX], link[PATH_MAX];
	if (sqfs_open_image(&fs, image, image_offset) != SQFS_OK) errno = EIO, fail(image);
	if (sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK) errno = EIO, fail(image);
	while (sqfs_traverse_next(&walk, &error)) {
		if (walk.dir_end) continue;
		if (snprintf(path, sizeof path, "%s/%s", target, walk.path) >= (int)sizeof path) errno = ENAMETOOLONG, fail(target);
		if (sqfs_inode_get(&fs, &inode, sqfs_dentry_inode(&walk.entry)) != SQFS_OK) errno = EIO, fail(path);
		mode_t mode = inode.base.mode;
		if (S_ISDIR(mode)) {
			if (mkdir(path, 0755) != 0) fail(path);
		} else if (S_ISREG(mode)) {
			write_file(&fs, &inode, path, mode);
		} else if (S_ISLNK(mode)) {
			size_t size = sizeof link;
			if (sqfs_readlink(&fs, &inode, link, &size) != SQFS_OK || symlink(link, path) != 0) fail(path);
		}
	}
	if (error != SQFS_OK) errno = EIO, fail(image);
	sqfs_traverse_close(&walk);
}

static int remove_one(const char *path, const struct stat *stat, int type, struct FTW *place) {
	(void)stat, (void)type, (void)place;
	return remove(path);
}

static void forward(int signal) {
	if (running > 0) kill(running, signal);
}

static int unpack_and_run(char **argv) {
	int status = 0;
	make_folder(".pipescope-unpacked");
	unpack(folder);
	const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	for (int i = 0; i < 3; i++) signal(signals[i], forward);
	running = fork();
	if (running < 0) fail("cannot start a process");
	if (running == 0) {
		for (int i = 0; i < 3; i++) signal(signals[i], SIG_DFL);
		become_app(argv);
	}
	while (waitpid(running, &status, 0) < 0 && errno == EINTR) {}
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- mounted ---- */

/* Not lazily: files in use keep the mount. */
static int unmount(void) {
	if (geteuid() == 0) return umount2(folder, UMOUNT_NOFOLLOW);
	pid_t pid = fork();
	if (pid == 0) {
		execlp("fusermount3", "fusermount3", "-u", "-q", folder, (char *)NULL);
		_exit(127);
	}
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
	return status;
}

static void *unmount_at_the_end(void *life) {
	char byte;
	while (read(*(int *)life, &byte, 1) < 0 && errno == EINTR) {}
	while (unmount() != 0) usleep(500000);
	return NULL;
}

/* The process that serves the mount; `ready` gets one byte when it is there, and ends without one when it cannot be. */
static void serve(int life, int ready) {
	struct fuse_lowlevel_ops operations = {
		.lookup = sqfs_ll_op_lookup, .forget = sqfs_ll_op_forget, .getattr = sqfs_ll_op_getattr, .readlink = sqfs_ll_op_readlink,
		.open = sqfs_ll_op_open, .read = sqfs_ll_op_read, .release = sqfs_ll_op_release, .opendir = sqfs_ll_op_opendir,
		.readdir = sqfs_ll_op_readdir, .releasedir = sqfs_ll_op_releasedir, .statfs = stfs_ll_op_statfs,
	};
	struct fuse_args arguments = FUSE_ARGS_INIT(0, NULL);
	sqfs_ll_chan channel;
	pthread_t thread;
	int nothing = open("/dev/null", O_RDWR);
	for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
	const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
	for (int i = 0; i < 4; i++) signal(signals[i], SIG_IGN); /* it ends with the app, not before */
	sqfs_ll *ll = sqfs_ll_open(image, image_offset);
	fuse_opt_add_arg(&arguments, "pipescope");
	fuse_opt_add_arg(&arguments, "-oro,nosuid,nodev,fsname=pipescope,subtype=appimage");
	if (ll == NULL || sqfs_ll_mount(&channel, folder, &arguments, &operations, sizeof operations, ll) != SQFS_OK) _exit(1);
	if (pthread_create(&thread, NULL, unmount_at_the_end, &life) != 0 || write(ready, "y", 1) != 1) _exit(1);
	close(ready);
	fuse_session_loop(channel.session);
	rmdir(folder);
	_exit(0);
}

/* Returns only when the image cannot be mounted. */
static void mount_and_run(char **argv, int stay) {
	int life[2], ready[2];
	char byte;
	make_folder(".mount_pipescope");
	if (pipe(life) != 0 || pipe2(ready, O_CLOEXEC) != 0) fail("cannot make a pipe");
	pid_t between = fork();
	if (between == 0) {
		close(life[1]);
		if (setsid() < 0 || fork() != 0) _exit(0); /* a grandchild: AppRun has no child that it did not start */
		serve(life[0], ready[1]);
	}
	close(ready[1]);
	close(life[0]);
	waitpid(between, NULL, 0);
	if (between > 0 && read(ready[0], &byte, 1) == 1) {
		if (!stay) become_app(argv);
		printf("%s\n", folder);
		fflush(stdout);
		for (;;) pause();
	}
	close(life[1]);
	close(ready[0]);
	rmdir(folder);
}

static const char help[] =
	"Options of the AppImage itself; all others are Pipescope's (pipescope --help):\n"
	"  --appimage-extract          unpack into ./squashfs-root\n"
	"  --appimage-mount            mount, print where, stay until Ctrl+C\n"
	"  --appimage-offset           print where the squashfs begins\n"
	"  --appimage-extract-and-run  run without FUSE, as APPIMAGE_EXTRACT_AND_RUN=1 does\n";

int main(int argc, char **argv) {
	ssize_t length = readlink("/proc/self/exe", image, sizeof image - 1);
	if (length <= 0) fail("/proc/self/exe");
	image_offset = end_of_program();
	const char *option = argc > 1 ? argv[1] : "";
	if (strcmp(option, "--appimage-help") == 0) return fputs(help, stdout) < 0;
	if (strcmp(option, "--appimage-offset") == 0) return printf("%zu\n", image_offset) < 0;
	if (strcmp(option, "--appimage-extract") == 0) {
		if (mkdir("squashfs-root", 0755) != 0) fail("squashfs-root");
		unpack("squashfs-root");
		return 0;
	}
	int unpacked = getenv("APPIMAGE_EXTRACT_AND_RUN") != NULL;
	if (strcmp(option, "--appimage-extract-and-run") == 0) {
		argv[1] = argv[0];
		argv++;
		unpacked = 1;
	}
	int stay = strcmp(option, "--appimage-mount") == 0;
	if (!unpacked) mount_and_run(argv, stay);
	if (stay) errno = ENODEV, fail("cannot mount with FUSE");
	if (!unpacked) fputs("pipescope: no FUSE here (package fuse3): unpacked for this run, which starts slower\n", stderr);
	return unpack_and_run(argv);
}
