import type { DumpException, DumpFrame, DumpThread, DumpThreads } from '../../../shared/model/dump-threads.ts'
import { blockKinds, StreamError } from './dump-stream.ts'
import { dumpTypeName } from './dump-type-name.ts'
import { asFields, countOf, type Fields, parseJson, textOf } from './stream-json.ts'

const mostThreads = 20_000
const mostExceptions = 1000
const mostFrames = 500
const deepestInner = 8
const roles = ['finalizer', 'gc', 'pool'] as const

/** Collects the answer to `threads`; throws `StreamError`. */
export class DumpThreadsReader {
  readonly #threads: DumpThread[] = []
  readonly #exceptions: DumpException[] = []
  #exceptionCount = 0

  block(kind: number, payload: DataView, offset: number): void {
    if (kind === blockKinds.info) return
    const fields = asFields(parseJson(payload, offset), offset)
    if (kind === blockKinds.threads) this.#add(this.#threads, threadOf(fields, offset), mostThreads, offset)
    else if (kind === blockKinds.exceptions)
      this.#add(this.#exceptions, exceptionOf(fields, offset, 0), mostExceptions, offset)
    else if (kind === blockKinds.end) this.#exceptionCount = countOf(fields, 'exceptionCount', offset)
    else throw new StreamError(offset, 'a block about threads', `kind ${kind}`)
  }

  get threads(): DumpThreads {
    return { threads: this.#threads, exceptions: this.#exceptions, exceptionCount: this.#exceptionCount }
  }

  #add<One>(list: One[], one: One, most: number, offset: number): void {
    if (list.push(one) > most) throw new StreamError(offset, `at most ${most}`, 'more')
  }
}

function threadOf(fields: Fields, offset: number): DumpThread {
  return {
    managedId: countOf(fields, 'managedId', offset),
    nativeId: countOf(fields, 'nativeId', offset),
    isAlive: fields['isAlive'] === true,
    role: roles.find((role) => role === fields['role']) ?? '',
    isBackground: fields['isBackground'] === true,
    lockCount: fields['lockCount'] === null ? null : countOf(fields, 'lockCount', offset),
    frames: framesOf(fields, offset),
    isCut: fields['isCut'] === true,
    exception: fields['exception'] === null ? null : exceptionOf(asFields(fields['exception'], offset), offset, 0),
  }
}

function exceptionOf(fields: Fields, offset: number, depth: number): DumpException {
  const { inner } = fields
  return {
    address: textOf(fields, 'address', offset),
    type: dumpTypeName(textOf(fields, 'type', offset)),
    message: textOf(fields, 'message', offset),
    frames: framesOf(fields, offset),
    inner: inner === null || depth >= deepestInner ? null : exceptionOf(asFields(inner, offset), offset, depth + 1),
  }
}

function framesOf(fields: Fields, offset: number): readonly DumpFrame[] {
  const { frames } = fields
  if (!Array.isArray(frames) || frames.length > mostFrames)
    throw new StreamError(offset, `at most ${mostFrames} frames`, 'something else')
  return frames.map((one: unknown) => frameOf(asFields(one, offset), offset))
}

function frameOf(frame: Fields, offset: number): DumpFrame {
  const type = dumpTypeName(textOf(frame, 'type', offset))
  const method = textOf(frame, 'method', offset)
  return {
    name: type === '' ? method : `${type}.${method}`,
    module: textOf(frame, 'module', offset).split(/[\\/]/).at(-1) ?? '',
    isManaged: frame['isManaged'] === true,
  }
}
