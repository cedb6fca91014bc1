import fs from 'node:fs'

/*
 * A path as a process sees it. The kernel resolves `/proc/PID/root/a/b` from our own root as soon as one of its parts is an absolute
 * link, so a container could lead us to any file of ours. Here each part is opened by itself, relative to the folder before it, without
 * following links; links are read and begin again at the root of the process.
 */

/** As many as Linux allows. */
const maxLinks = 40
/** Each open folder of a path is a descriptor of ours. */
const maxDepth = 128
/** O_PATH of Linux on every processor .NET runs on: a handle that opens nothing, so pipes and devices do not notice. */
const pathOnly = 0o10000000
const { O_DIRECTORY, O_NOFOLLOW } = fs.constants

/** The root and the path below it; null for every other path. */
export function splitRoot(path: string): { readonly root: string; readonly inner: string } | null {
  const found = /^(\/proc\/\d+\/root)(\/.*|)$/.exec(path)
  return found === null || process.platform !== 'linux' ? null : { root: found[1]!, inner: found[2]! }
}

/** Calls `use` with a path that leads exactly to the file, without links. Throws what the system calls throw. */
export function insideRoot<T>(root: string, inner: string, use: (handlePath: string, realPath: string) => T): T {
  const opened: { readonly name: string; readonly fd: number }[] = []
  try {
    opened.push({ name: root, fd: fs.openSync(root, pathOnly | O_DIRECTORY) })
    walk(opened, inner)
    const realPath = opened.map(({ name }) => name).join('/')
    return use(handlePath(opened.at(-1)!.fd), realPath)
  } finally {
    for (const { fd } of opened) fs.closeSync(fd)
  }
}

function walk(opened: { readonly name: string; readonly fd: number }[], inner: string): void {
  const parts = inner.split('/').reverse()
  let linkCount = 0
  const leaveTo = (depth: number) => {
    while (opened.length > depth) fs.closeSync(opened.pop()!.fd)
  }
  for (let name = parts.pop(); name !== undefined; name = parts.pop()) {
    if (name === '' || name === '.') continue
    if (name === '..') {
      leaveTo(Math.max(1, opened.length - 1))
      continue
    }
    const path = `${handlePath(opened.at(-1)!.fd)}/${name}`
    const fd = fs.openSync(path, pathOnly | O_NOFOLLOW)
    if (!fs.fstatSync(fd).isSymbolicLink()) {
      opened.push({ name, fd })
      if (opened.length > maxDepth) throw Object.assign(new Error('too deep'), { code: 'ENAMETOOLONG' })
      continue
    }
    fs.closeSync(fd)
    if (++linkCount > maxLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' })
    const target = fs.readlinkSync(path)
    if (target.startsWith('/')) leaveTo(1)
    parts.push(...target.split('/').reverse())
  }
}

/** The kernel follows this link to the very file that the descriptor holds, wherever it has been moved to. */
function handlePath(fd: number): string {
  return `/proc/self/fd/${fd}`
}
