import fs from 'node:fs'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type {
  ForeignAnswer,
  ForeignAnswers,
  ForeignBytes,
  ForeignFacts,
  ForeignFailure,
  ForeignQuestion,
  ReadQuestion,
} from './foreign-question.ts'
import { insideRoot, splitRoot } from './inside-root.ts'
import { failureOf, openRegularFile } from './open-regular.ts'

/** Answers with system calls that can hang as long as a file system does: only for threads that nobody waits for without a deadline. */
export function answerQuestion(question: ForeignQuestion): ForeignAnswer {
  try {
    const split = splitRoot(question.path)
    if (split === null) return answerAt(question, question.path, null)
    return insideRoot(split.root, split.inner, (handlePath, realPath) => answerAt(question, handlePath, realPath))
  } catch (error) {
    return err(failureOf(error))
  }
}

/** `realPath`: known already, because every link on the way was resolved. */
function answerAt(question: ForeignQuestion, path: string, realPath: string | null): ForeignAnswer {
  switch (question.kind) {
    case 'read':
      return read(question, path, realPath !== null)
    case 'look':
      // The handle of a resolved file is a link of the kernel's own.
      return ok(factsOf(question.followsLink === false && realPath === null ? fs.lstatSync(path) : fs.statSync(path)))
    case 'list':
      return list(path, question.maxNames, question.prefix ?? '')
    case 'real-path':
      return ok(realPath ?? fs.realpathSync(path))
    case 'disk-room': {
      const { bavail, blocks, bsize } = fs.statfsSync(path)
      return ok({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })
    }
  }
}

function read(question: ReadQuestion, path: string, isHandle: boolean): Result<ForeignBytes, ForeignFailure> {
  // The handle of a resolved file is a link of the kernel's own.
  const opened = openRegularFile(path, isHandle || (question.followsLink ?? true))
  if (!opened.ok) return opened
  const { fd, stats } = opened.value
  try {
    if (question.offsetBytes === undefined && stats.size > question.maxBytes) return tooLarge(question.maxBytes)
    const offset = question.offsetBytes ?? 0
    const wanted = Math.max(0, Math.min(question.maxBytes, stats.size - offset))
    const bytes = new Uint8Array(wanted)
    let length = 0
    while (length < wanted) {
      const count = fs.readSync(fd, bytes, length, wanted - length, offset + length)
      if (count === 0) break
      length += count
    }
    return ok({ bytes: length === wanted ? bytes : bytes.slice(0, length), sizeBytes: stats.size, userId: stats.uid })
  } finally {
    fs.closeSync(fd)
  }
}

function list(path: string, maxNames: number, prefix: string): Result<ForeignAnswers['list'], ForeignFailure> {
  const folder = fs.opendirSync(path)
  try {
    const names: string[] = []
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (!entry.name.startsWith(prefix)) continue
      if (names.length === maxNames) return tooLarge(maxNames)
      names.push(entry.name)
    }
    return ok(names)
  } finally {
    folder.closeSync()
  }
}

function tooLarge(limit: number): Result<never, ForeignFailure> {
  return err({ kind: 'too-large', limit })
}

function factsOf(stats: fs.Stats): ForeignFacts {
  return {
    type: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSocket() ? 'socket' : 'other',
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    linkCount: stats.nlink,
    userId: stats.uid,
    groupId: stats.gid,
    mode: stats.mode,
  }
}
