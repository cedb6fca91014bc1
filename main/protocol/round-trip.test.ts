import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assert } from '../../shared/base/assert.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import { collectLadder, defaultRundownKeywords, type CollectRequest, type ProviderRequest } from './collect-request.ts'
import { commands, type CommandName } from './commands.ts'
import { advertiseSizeBytes, decodeAdvertise } from './decode.ts'
import { decodeRequest, type DecodedCollect } from './decode-request.ts'
import { encodeCollectTracing } from './encode-collect.ts'
import {
  dumpTypes,
  encodeApplyStartupHook,
  encodeAttachProfiler,
  encodeEnablePerfMap,
  encodeGenerateCoreDump,
  encodePlain,
  encodeProcessInfo,
  encodeSetEnvironmentVariable,
  encodeStartupProfiler,
  encodeStopTracing,
  perfMapTypes,
  type DumpType,
  type PerfMapType,
} from './encode.ts'
import { encodeAdvertise } from './encode-reply.ts'
import { encodeUserEvents } from './encode-user-events.ts'
import type { EncodedRequest } from './seal.ts'
import type { TargetFacts } from './target-facts.ts'

const facts: TargetFacts = { runtimeVersion: '11.0.0', flavour: 'coreclr', isSuspended: false, commandLineBytes: 100 }
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((value) => value.replaceAll('\0', '_'))
const filled = text.map((value) => `/${value}`)
const u32 = fc.nat(0xffff_ffff)
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const guid = fc.uuid().filter((value) => !/^[0-]*$/.test(value))

const provider: fc.Arbitrary<ProviderRequest> = fc.record(
  {
    name: filled,
    keywords: u64,
    level: fc.nat(5),
    arguments: fc.option(text),
    eventFilter: fc.record({
      mode: fc.constantFrom('allow' as const, 'deny' as const),
      ids: fc.array(u32, { maxLength: 5 }),
    }),
  },
  { requiredKeys: ['name', 'keywords', 'level', 'arguments'] },
)
const collect: fc.Arbitrary<CollectRequest> = fc.record(
  {
    bufferMB: fc.integer({ min: 1, max: 0xffff_ffff }),
    providers: fc.array(provider, { minLength: 1, maxLength: 5 }),
    rundown: fc.oneof(fc.constantFrom('none' as const, 'default' as const), u64),
    stacks: fc.boolean(),
    whenFull: fc.constantFrom('drop' as const, 'block' as const),
    format: fc.constantFrom('nettrace' as const, 'netperf' as const),
  },
  { requiredKeys: ['bufferMB', 'providers', 'rundown', 'stacks'] },
)

function fieldsOf(encoded: EncodedRequest | Result<EncodedRequest, AppError>): unknown {
  const request = 'bytes' in encoded ? encoded : encoded.ok ? encoded.value : null
  assert(request !== null, 'encoded')
  const decoded = decodeRequest(request.bytes)
  assert(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error))
  expect(decoded.value.command).toBe(request.command)
  return decoded.value.fields
}

describe('what is encoded is read back as it was meant', () => {
  it('sessions, at each step of their ladder', () => {
    fc.assert(
      fc.property(collect, (request) => {
        const ladder = collectLadder(request, '11.0.0')
        assert(ladder.ok, 'a new runtime can do everything')
        for (const { version, request: step } of ladder.value) {
          const fields = fieldsOf(encodeCollectTracing(step, version)) as { collect: DecodedCollect }
          const rundownKeywords =
            step.rundown === 'none' ? 0n : step.rundown === 'default' ? defaultRundownKeywords : step.rundown
          expect(fields.collect).toEqual({
            isUserEvents: false,
            bufferMB: step.bufferMB,
            format: step.format ?? 'nettrace',
            rundown: version === 1 ? null : version < 4 ? rundownKeywords !== 0n : rundownKeywords,
            stacks: version < 3 ? null : step.stacks,
            bufferMode: version < 6 ? null : step.whenFull === 'block' ? 1 : 0,
            providers: step.providers.map(({ name, keywords, level, arguments: filter, eventFilter }) => ({
              name,
              keywords,
              level,
              arguments: filter ?? '',
              eventFilter: version < 5 ? null : (eventFilter ?? { mode: 'deny', ids: [] }),
              tracepoints: null,
            })),
          })
        }
      }),
    )
  })

  it('sessions that write into tracepoints', () => {
    const tracepoint = fc.stringMatching(/^[A-Za-z_]\w{0,20}$/)
    const points = fc.array(fc.record({ name: tracepoint, eventIds: fc.array(u32, { minLength: 1, maxLength: 4 }) }))
    fc.assert(
      fc.property(filled, tracepoint, points, u64, (name, defaultTracepoint, tracepoints, rundownKeywords) => {
        const one = { name, keywords: 1n, level: 2, arguments: null, defaultTracepoint, tracepoints }
        const encoded = encodeUserEvents({ providers: [one], rundownKeywords }, facts)
        assert(encoded.ok, 'in range')
        expect(decodeRequest(encoded.value.bytes)).toMatchObject({
          value: {
            fields: {
              collect: {
                isUserEvents: true,
                rundown: rundownKeywords,
                providers: [{ name, tracepoints: { defaultTracepoint, tracepoints } }],
              },
            },
          },
        })
      }),
    )
  })

  it('dumps, profilers, variables, perf maps, hooks, stops', () => {
    const dump = fc.constantFrom(...(Object.keys(dumpTypes) as DumpType[]))
    fc.assert(
      fc.property(
        filled,
        text,
        guid,
        u32,
        u64,
        dump,
        fc.uint8Array(),
        (path, value, clsid, number, id, type, client) => {
          expect(fieldsOf(encodeGenerateCoreDump({ path, type, flags: number % 16 }, 3, facts))).toEqual({
            kind: 'dump',
            path,
            type: dumpTypes[type],
            flags: number % 16,
          })
          expect(
            fieldsOf(
              encodeAttachProfiler(
                { timeoutMs: number, profilerClsid: clsid, profilerPath: path, clientBytes: client },
                facts,
              ),
            ),
          ).toEqual({ kind: 'attach-profiler', timeoutMs: number, clsid, path, clientBytes: client })
          expect(fieldsOf(encodeStartupProfiler(clsid, path, facts))).toEqual({ kind: 'startup-profiler', clsid, path })
          const name = path.replaceAll('=', '_')
          for (const set of [value, null, ''])
            expect(fieldsOf(encodeSetEnvironmentVariable(name, set, facts))).toEqual({
              kind: 'variable',
              name,
              value: set,
            })
          expect(fieldsOf(encodeApplyStartupHook({ path, isVerified: true }, facts))).toEqual({
            kind: 'startup-hook',
            path,
          })
          expect(fieldsOf(encodeStopTracing(id))).toEqual({ kind: 'stop', sessionId: id })
        },
      ),
    )
    for (const type of Object.keys(perfMapTypes) as PerfMapType[])
      expect(fieldsOf(encodeEnablePerfMap(type, facts))).toEqual({ kind: 'perf-map', type: perfMapTypes[type] })
    for (const command of ['ProcessEnvironment', 'ResumeRuntime', 'DisablePerfMap'] as const)
      expect(fieldsOf(encodePlain(command))).toEqual({ kind: 'plain' })
    for (const version of [1, 2, 3] as const)
      expect(fieldsOf(encodeProcessInfo(version, facts))).toEqual({ kind: 'plain' })
  })
})

describe('the advertise message', () => {
  it('is read back, and is nothing when it is cut off', () => {
    fc.assert(
      fc.property(guid, u64, (cookie, targetPid) => {
        const bytes = encodeAdvertise({ cookie, targetPid })
        expect(bytes).toHaveLength(advertiseSizeBytes)
        expect(decodeAdvertise(bytes)).toEqual({ ok: true, value: { cookie, targetPid } })
        expect(decodeAdvertise(bytes.slice(0, -1)).ok).toBe(false)
      }),
    )
  })
})

describe('the list of commands', () => {
  it('has no number twice, and every one of them has a layout', () => {
    const codes = (Object.keys(commands) as CommandName[]).map((name) => commands[name].code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes).toHaveLength(21)
  })
})
