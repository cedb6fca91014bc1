import fs from 'node:fs'
import path from 'node:path'
import { ask, processEnvironment } from '../../main/diagnostics/client.ts'
import {
  encodeEnablePerfMap,
  encodePlain,
  encodeProcessInfo,
  encodeSetEnvironmentVariable,
  encodeStartupProfiler,
  encodeStopTracing,
  type PlainCommand,
} from '../../main/protocol/encode.ts'
import type { EncodedRequest } from '../../main/protocol/seal.ts'
import { unknownTarget } from '../../main/protocol/target-facts.ts'
import { decodeProcessInfo } from '../../main/protocol/decode.ts'
import { ok, type Result } from '../../shared/base/result.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { rawFacts, until, word, type Bench, type Row } from '../cell.ts'
import { nowhere, perfMapFolder } from '../where.ts'

/** Commands about the process itself, sent raw: the runtime's own answer, without the client's fallbacks. */

const someClsid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

async function send(bench: Bench, request: Result<EncodedRequest, AppError> | EncodedRequest): Promise<string> {
  const encoded = 'bytes' in request ? ok(request) : request
  if (!encoded.ok) return word(encoded)
  return word(await ask(bench.endpoint, encoded.value, {}))
}

function plain(name: string, command: PlainCommand): Row {
  return { name, target: 'shared', run: (bench) => send(bench, encodePlain(command)) }
}

function info(version: 1 | 2 | 3): Row {
  const command = version === 1 ? 'ProcessInfo' : (`ProcessInfo${version}` as const)
  return {
    name: command,
    target: 'shared',
    async run(bench) {
      const encoded = encodeProcessInfo(version, rawFacts(bench))
      const answered = encoded.ok ? await ask(bench.endpoint, encoded.value, {}) : encoded
      if (!answered.ok) return word(answered)
      const decoded = decodeProcessInfo(answered.value, version)
      if (!decoded.ok) return word(decoded)
      const { targetPid, commandLine, runtimeVersion } = decoded.value
      if (targetPid !== bench.target.pid) return `OK, pid ${targetPid}`
      if (version > 1 && runtimeVersion !== bench.runtimeVersion) return `OK, version ${runtimeVersion ?? 'none'}`
      return (commandLine ?? '').includes('counters') ? 'OK, arguments' : 'OK, no arguments'
    },
  }
}

const set = (name: string, value: string | null): Result<EncodedRequest, AppError> =>
  encodeSetEnvironmentVariable(name, value, unknownTarget)

function perfMap(type: 'all' | 'jitDump' | 'perfMap', name: string): Row {
  return {
    name,
    target: 'own',
    async run(bench) {
      const answer = await send(bench, encodeEnablePerfMap(type, rawFacts(bench)))
      if (answer !== 'OK') return answer
      const map = `perf-${bench.target.pid}.map`
      const dump = `jit-${bench.target.pid}.dump`
      await until(() => made(type === 'jitDump' ? dump : map))
      const found = [made(map) ? 'map' : '', made(dump) ? 'jitdump' : ''].filter(Boolean).join(' and ')
      for (const file of [map, dump, `perfinfo-${bench.target.pid}.map`])
        fs.rmSync(path.join(perfMapFolder, file), { force: true })
      return `OK, ${found || 'no file'}`
    },
  }
}

const made = (file: string): boolean => fs.existsSync(path.join(perfMapFolder, file))

export const processRows: readonly Row[] = [
  info(1),
  info(2),
  info(3),
  {
    name: 'ProcessEnvironment',
    target: 'shared',
    async run(bench) {
      const answered = await processEnvironment(bench.endpoint)
      if (!answered.ok) return word(answered)
      return answered.value.some(({ name }) => name.toUpperCase() === 'PATH') ? 'OK, whole' : 'OK, PATH is missing'
    },
  },
  plain('ResumeRuntime, not suspended', 'ResumeRuntime'),
  {
    name: 'SetEnvironmentVariable, running',
    target: 'shared',
    async run(bench) {
      const answer = await send(bench, set('PIPESCOPE_MATRIX', 'größe'))
      if (answer !== 'OK') return answer
      const environment = await processEnvironment(bench.endpoint)
      if (!environment.ok) return word(environment)
      const found = environment.value.find(({ name }) => name === 'PIPESCOPE_MATRIX')?.value
      return found === 'größe' ? 'OK, kept' : `OK, reads ${found ?? 'nothing'}`
    },
  },
  {
    name: 'SetEnvironmentVariable, empty value',
    target: 'shared',
    run: (bench) => send(bench, set('PIPESCOPE_EMPTY', '')),
  },
  {
    name: 'SetEnvironmentVariable, delete',
    target: 'shared',
    async run(bench) {
      const isNativeAot = bench.flavour === 'nativeaot'
      const made = isNativeAot ? ok(null) : await ask(bench.endpoint, must(set('PIPESCOPE_DELETE', '1')), {})
      if (!made.ok) return word(made)
      return send(bench, encodeSetEnvironmentVariable('PIPESCOPE_DELETE', null, rawFacts(bench)))
    },
  },
  {
    name: 'SetEnvironmentVariable, delete what is not there',
    target: 'shared',
    run: (bench) => send(bench, encodeSetEnvironmentVariable('PIPESCOPE_NEVER_SET', null, rawFacts(bench))),
  },
  perfMap('all', 'EnablePerfMap, all'),
  perfMap('jitDump', 'EnablePerfMap, jitdump'),
  perfMap('perfMap', 'EnablePerfMap, perf map'),
  plain('DisablePerfMap', 'DisablePerfMap'),
  plain('DisablePerfMap, again', 'DisablePerfMap'),
  {
    name: 'StartupProfiler, running',
    target: 'own',
    run: (bench) => send(bench, encodeStartupProfiler(someClsid, nowhere('libprofiler.so'), rawFacts(bench))),
  },
  { name: 'StopTracing, id 0', target: 'shared', run: (bench) => send(bench, encodeStopTracing(0n)) },
  { name: 'StopTracing, made-up id', target: 'shared', run: (bench) => send(bench, encodeStopTracing(0x1234_5678n)) },
]

function must(encoded: Result<EncodedRequest, AppError>): EncodedRequest {
  if (!encoded.ok) throw new Error(encoded.error.kind)
  return encoded.value
}
