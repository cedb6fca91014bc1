import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

/** What V8 has made of the code of a thread, for the next thread that runs the same. In memory only: V8 trusts its bytes. */
export type CompiledCode = SharedArrayBuffer

export interface RunCode<Exports> {
  readonly exports: Exports
  /** V8 took what was given, and compiled nothing anew. */
  readonly isReused: boolean
  /** What is compiled by now, functions that were called included. Takes as long as a few steps of work. */
  readonly compiled: () => CompiledCode
}

/**
 * Runs a bundle in CommonJS whose characters are all ASCII, as `require` does. Bytes that another version of V8 or another bundle has left are not
 * used: then it is compiled anew.
 */
export function runCode<Exports>(file: string, compiled: CompiledCode | null): RunCode<Exports> {
  // The first line stays the first line of the file in stacks of errors.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(source, {
    filename: file,
    ...(compiled !== null && { cachedData: Buffer.from(compiled) }),
  })
  const module = { exports: {} as Exports }
  const run = script.runInThisContext() as (...given: unknown[]) => void
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  return {
    exports: module.exports,
    isReused: script.cachedDataRejected === false,
    compiled: () => {
      const made = script.createCachedData()
      const shared = new SharedArrayBuffer(made.length)
      made.copy(new Uint8Array(shared))
      return shared
    },
  }
}
