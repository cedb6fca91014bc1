import fs from 'node:fs'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { answerQuestion } from './answer-question.ts'
import {
  asIoError,
  type ForeignAnswer,
  type ForeignAnswers,
  type ForeignFacts,
  type ForeignFailure,
  type ForeignQuestion,
} from './foreign-question.ts'
import { ForeignThread, type ForeignThreadOptions } from './foreign-thread.ts'

/*
 * The one door for bytes that main did not write: files beside programs, of other users, in containers, on other people's mounts. In the
 * app everything goes through one thread; where none was started (command-line tools, the matrix, tests) the caller's thread does it.
 */

let thread: ForeignThread | null = null

/** Once, at the start of the app; the thread itself starts with the first question. */
export function useForeignThread(options: ForeignThreadOptions): void {
  thread = new ForeignThread(options)
}

/** More than none: the process has to be ended without joining its threads. */
export function stuckThreadCount(): number {
  return thread?.stuckThreadCount ?? 0
}

export async function askForeign<Kind extends ForeignQuestion['kind']>(
  question: ForeignQuestion & { readonly kind: Kind },
): Promise<ForeignAnswer<Kind>> {
  const answer = thread === null ? answerQuestion(question) : await thread.ask(question)
  return answer as ForeignAnswer<Kind>
}

export async function readForeignText(path: string, maxBytes: number): Promise<Result<string, ForeignFailure>> {
  const read = await askForeign({ kind: 'read', path, maxBytes })
  return read.ok ? ok(Buffer.from(read.value.bytes.buffer).toString('utf8')) : read
}

/** At most so many bytes from there; fewer at the end of the file. */
export async function readForeignRange(
  path: string,
  offsetBytes: number,
  maxBytes: number,
): Promise<Result<ForeignAnswers['read'], ForeignFailure>> {
  return askForeign({ kind: 'read', path, offsetBytes, maxBytes })
}

/** The whole of a JSON file; `failed` when it is none. */
export async function readForeignJson(path: string, maxBytes: number): Promise<Result<unknown, ForeignFailure>> {
  const text = await readForeignText(path, maxBytes)
  return text.ok ? parseForeignJson(text.value) : text
}

/** Of a file that another door has read. */
export function parseForeignJson(text: string): Result<unknown, ForeignFailure> {
  try {
    return ok(JSON.parse(text))
  } catch {
    return err({ kind: 'failed', code: 'NOT_JSON' })
  }
}

export async function lookAtForeign(path: string, followsLink = true): Promise<Result<ForeignFacts, ForeignFailure>> {
  return askForeign({ kind: 'look', path, followsLink })
}

/**
 * A regular file that answers, to be streamed from. Its bytes come by Node's own threads: only for one file at a time that a person asked for. Whoever
 * calls closes it. Rejects with the code of an `io` error.
 */
export async function openForeign(path: string): Promise<fs.promises.FileHandle> {
  const looked = await lookAtForeign(path)
  if (!looked.ok) throw withCode(looked.error, path)
  const { type } = looked.value
  if (type !== 'file') throw withCode({ kind: 'not-regular', isFolder: type === 'folder' }, path)
  // What was looked at and what is opened can be two files: a pipe would block.
  const handle = await fs.promises.open(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw withCode({ kind: 'not-regular', isFolder: false }, path)
}

function withCode(failure: ForeignFailure, path: string): Error {
  return Object.assign(new Error(`${path} can't be read: ${failure.kind}`), { code: asIoError(failure, path).code })
}

/** Null: it cannot be known. */
export async function isForeignThere(path: string): Promise<boolean | null> {
  const looked = await lookAtForeign(path)
  return looked.ok ? true : looked.error.kind === 'missing' ? false : null
}
