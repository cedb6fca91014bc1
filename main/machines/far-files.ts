import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { farBlockBytes, farFileScript, type FarFileRequest } from './far-file-script.ts'
import { linesOf, type FarReply } from './far-replies.ts'
import { FarSession, type SessionLink } from './far-session.ts'

/** Which file it is, for as long as its file system stays mounted there. */
export interface FarFile {
  /** Number of the mount; a device number is not to be had without `stat`. */
  readonly fileSystem: string
  readonly inode: string
  readonly mode: number
  readonly linkCount: number
  readonly ownerId: number
  readonly sizeBytes: number
  /** When it was written last, as `ls` says it: to the minute. Null: not known. */
  readonly modified: string | null
}

export function isSameFarFile(one: FarFile, other: FarFile): boolean {
  return one.fileSystem === other.fileSystem && one.inode === other.inode
}

export interface FarSum {
  readonly kind: 'sha256' | 'cksum'
  /** Hexadecimal, or the decimal of `cksum`. */
  readonly value: string
}

/** Instead of a process: a file as the person who is logged in there sees it. */
export const noProcess = 0
/** More in one answer would hold up what comes behind it on a slow link. */
export const maxBlocks = 64
const answerMs = 60_000
const ifBroken = { kind: 'invalid-request', what: 'path', detail: 'a line break in a path' } as const
/** A large file on a slow disk. */
const sumMs = 30 * 60_000

/**
 * Files of processes on another machine, through a shell of its own in the connection that is there. One request after the other; what it
 * says about files is what that machine says.
 */
export class FarFiles implements Disposable {
  readonly #session: FarSession

  private constructor(session: FarSession) {
    this.#session = session
  }

  static open(link: SessionLink | null, machine: string): Result<FarFiles, AppError> {
    const opened = FarSession.open(link, machine, farFileScript)
    return opened.ok ? ok(new FarFiles(opened.value)) : opened
  }

  /** For as long as `act` takes. */
  static async use<Value>(
    link: SessionLink | null,
    machine: string,
    act: (files: FarFiles) => Promise<Result<Value, AppError>>,
  ): Promise<Result<Value, AppError>> {
    const opened = FarFiles.open(link, machine)
    if (!opened.ok) return opened
    return act(opened.value).finally(() => opened.value.dispose())
  }

  dispose(): void {
    this.#session.dispose()
  }

  async place(pid: number, folder: string, name: string): Promise<Result<FarReply, AppError>> {
    return this.#ask('place', [pid, folder, name])
  }

  /** Null: it is not there. */
  async mayRun(pid: number, program: string): Promise<Result<boolean | null, AppError>> {
    const asked = await this.#ask('program', [pid, program])
    if (!asked.ok) return asked
    const lines = linesOf(asked.value, 'program')
    return ok(lines.includes('runs') ? true : lines.includes('there') ? false : null)
  }

  /** Its name in `folder`. */
  async makeFolder(pid: number, folder: string): Promise<Result<string, AppError>> {
    const asked = await this.#ask('folder', [pid, folder])
    if (!asked.ok) return asked
    const name = /^[A-Za-z0-9-]{1,64}$/.exec(linesOf(asked.value, 'made')[0] ?? '')?.[0]
    return name === undefined ? err({ kind: 'io', operation: 'write', path: folder, code: 'EACCES' }) : ok(name)
  }

  /** One that `makeFolder` made; true when it was empty, and is gone. */
  async removeFolder(pid: number, folder: string): Promise<Result<boolean, AppError>> {
    const asked = await this.#ask('unfolder', [pid, folder])
    return asked.ok ? ok(linesOf(asked.value, 'removed').includes('gone')) : asked
  }

  /** Null: no such file. `unreadable`: there is something that is no file, or that may not be read. Later calls are about this file. */
  async look(pid: number, path: string): Promise<Result<FarFile | null | 'unreadable', AppError>> {
    const asked = await this.#ask('file', [pid, path])
    if (!asked.ok) return asked
    const file = readFile(linesOf(asked.value, 'open'))
    return ok(file ?? (linesOf(asked.value, 'name').length === 0 ? null : 'unreadable'))
  }

  async restrict(): Promise<Result<FarFile | null, AppError>> {
    const asked = await this.#ask('restrict', [])
    return asked.ok ? ok(readFile(linesOf(asked.value, 'open'))) : asked
  }

  /** @param at in blocks */
  async read(at: number, count: number): Promise<Result<Buffer, AppError>> {
    const asked = await this.#ask('block', [at, Math.min(count, maxBlocks)])
    if (!asked.ok) return asked
    const bytes = asked.value.parts.get('bytes') ?? Buffer.alloc(0)
    return ok(bytes.subarray(0, Math.min(count, maxBlocks) * farBlockBytes))
  }

  /** Of so many bytes. Null: that machine has nothing to compute one with. */
  async sum(sizeBytes: number): Promise<Result<FarSum | null, AppError>> {
    const asked = await this.#ask('sum', [sizeBytes], sumMs)
    if (!asked.ok) return asked
    const [kind, line = ''] = linesOf(asked.value, 'sum')
    const value = (kind === 'sha256' ? /^[0-9a-f]{64}\b/ : /^\d{1,10}\b/).exec(line)?.[0]
    return ok((kind === 'sha256' || kind === 'cksum') && value !== undefined ? { kind, value } : null)
  }

  /** Only while it is that very file. */
  async remove(
    pid: number,
    path: string,
    { fileSystem, inode, sizeBytes }: FarFile,
  ): Promise<Result<'gone' | 'other' | 'missing' | 'refused', AppError>> {
    const asked = await this.#ask('remove', [pid, path, fileSystem, inode, sizeBytes])
    if (!asked.ok) return asked
    const said = linesOf(asked.value, 'removed')[0]
    return ok(said === 'gone' || said === 'other' || said === 'missing' ? said : 'refused')
  }

  #ask(
    request: FarFileRequest,
    words: readonly (string | number)[],
    timeoutMs = answerMs,
  ): Promise<Result<FarReply, AppError>> {
    return this.#session.ask(request, words, { timeoutMs, ifBroken })
  }
}

/** As `ls -ldin` writes it, then the number of the mount. */
function readFile([listed = '', mount = '']: readonly string[]): FarFile | null {
  const found =
    /^ *(\d{1,20}) -([r-][w-][xsS-])([r-][w-][xsS-])([r-][w-][xtT-])\S? +(\d+) +(\d+) +\d+ +(\d+) +(?:(\w{3} +\d{1,2} +[\d:]{4,5}) )?/.exec(
      listed,
    )
  const fileSystem = /^fs (\d{1,10})$/.exec(mount)?.[1]
  if (found === null || fileSystem === undefined) return null
  const [, inode = '', owner = '', group = '', others = '', links, ownerId, size, modified = null] = found
  const mode = [owner, group, others].reduce((bits, triple) => bits * 8 + bitsOf(triple), 0)
  return {
    fileSystem,
    inode,
    mode,
    linkCount: Number(links),
    ownerId: Number(ownerId),
    sizeBytes: Number(size),
    modified,
  }
}

function bitsOf(triple: string): number {
  const [read, write, run = '-'] = triple
  return (read === 'r' ? 4 : 0) + (write === 'w' ? 2 : 0) + (/[xst]/.test(run) ? 1 : 0)
}
