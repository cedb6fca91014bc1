import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { asIoError, wasNotAsked } from '../../foreign/foreign-question.ts'
import type { UnfinishedFile } from '../../workers/unfinished-files.ts'

/*
 * Names for new files. The folder may be on a disk that hangs: the thread that may hang is asked, and nothing is begun where it has no
 * answer (`ETIMEDOUT`). Where it asks nothing more, because other disks hang, Node's own threads are: this one may well answer.
 */

/** A path in this folder where nothing is: the name itself, else with a number. Makes the folder. */
export async function reservePath(folder: string, fileName: string): Promise<Result<string, AppError>> {
  const made = await makeFolder(folder)
  if (!made.ok) return made
  const { name, ext } = path.parse(fileName)
  return firstFree((number) => path.join(folder, number === 1 ? fileName : `${name}-${number}${ext}`))
}

/** The same, and taken at once by an empty file: two recorders of one application may save in the same second. */
export async function takePath(folder: string, fileName: string): Promise<Result<string, AppError>> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until nobody was faster
    const free = await reservePath(folder, fileName)
    if (!free.ok) return free
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await fs.promises.writeFile(free.value, '', { flag: 'wx', mode: 0o600 })
      return free
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') return failure(free.value, cause)
    }
  }
}

/** Gives a file that is whole the first name of this form that is free. Throws what the file system says. */
export async function takeName(
  part: Pick<UnfinishedFile, 'path' | 'done'>,
  folder: string,
  fileName: string,
): Promise<Result<string, AppError>> {
  const taken = await takePath(folder, fileName)
  if (!taken.ok) return taken
  try {
    await fs.promises.rename(part.path, taken.value)
  } catch (cause) {
    await fs.promises.rm(taken.value, { force: true })
    throw cause
  }
  part.done()
  return taken
}

/** The first of these paths, numbered from 1, where nothing is. */
export async function firstFree(pathOf: (number: number) => string): Promise<Result<string, AppError>> {
  for (let number = 1; ; number += 1) {
    const candidate = pathOf(number)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const taken = await isTaken(candidate)
    if (!taken.ok) return taken
    if (!taken.value) return ok(candidate)
  }
}

/** By a link that leads nowhere as well. An `io` error where it can't be known. */
export async function isTaken(file: string): Promise<Result<boolean, AppError>> {
  const looked = await lookAtForeign(file, false)
  if (looked.ok) return ok(true)
  const { error } = looked
  if (error.kind === 'missing') return ok(false)
  if (wasNotAsked(error)) return isTakenByNode(file)
  return err({ ...asIoError(error, file), operation: 'write' })
}

async function isTakenByNode(file: string): Promise<Result<boolean, AppError>> {
  try {
    await fs.promises.lstat(file)
    return ok(true)
  } catch (cause) {
    return codeOf(cause) === 'ENOENT' ? ok(false) : failure(file, cause)
  }
}

async function makeFolder(folder: string): Promise<Result<null, AppError>> {
  const looked = await lookAtForeign(folder)
  if (looked.ok && looked.value.type === 'folder') return ok(null)
  if (!looked.ok && looked.error.kind === 'no-answer' && !wasNotAsked(looked.error))
    return err({ ...asIoError(looked.error, folder), operation: 'write' })
  try {
    await fs.promises.mkdir(folder, { recursive: true })
    return ok(null)
  } catch (cause) {
    return failure(folder, cause)
  }
}

function failure(file: string, cause: unknown): Result<never, AppError> {
  return err({ kind: 'io', operation: 'write', path: file, code: codeOf(cause) })
}

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? 'unknown'
}
