import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { CaseService, type CaseServiceParts } from '../cases/case-service.ts'
import { DumpCompressor } from '../dumps/compress-dump.ts'
import { HeapCaptures, type HeapCapturesOptions } from '../heaps/heap-captures.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { RuleActions, type RuleActionParts } from '../rules/rule-actions.ts'
import { firstFree, reservePath } from './free-path.ts'

let wasAsked: { readonly wasAsked?: false } = {}
const noAnswer = () => Promise.resolve(err({ kind: 'no-answer', ...wasAsked }))
vi.mock('../../foreign/foreign-files.ts', () => ({ askForeign: () => noAnswer(), lookAtForeign: () => noAnswer() }))

const row = { ...testRow(7), state: 'ready', runtimeVersion: '10.0.0', runtimeFlavour: 'coreclr' } as const
const jobs = new JobRegistry({ journal: null, now: Date.now })
const places = { folderOf: () => ok('/hung/new'), fileName: () => 'a.nettrace' }
const directory = { rowOf: () => row, endpointOf: () => ({ transport: 'unix', path: '/no/such/socket', pid: 7 }) }
const hangs = (path: string) => err({ kind: 'io', operation: 'write', path, code: 'ETIMEDOUT' })

/** Calls that would hang with the disk: in main itself, or in one of the four threads of Node. */
const touched = () => [
  ...(['mkdirSync', 'existsSync', 'statSync', 'lstatSync', 'writeFileSync'] as const).map((name) => vi.spyOn(fs, name)),
  ...(['mkdir', 'lstat', 'stat', 'writeFile'] as const).map((name) => vi.spyOn(fs.promises, name)),
]

afterEach(() => {
  wasAsked = {}
  vi.restoreAllMocks()
})

it.each([
  [
    'heap graph',
    () =>
      new HeapCaptures({ directory, jobs, places } as unknown as HeapCapturesOptions).start({ processKey: row.key }),
  ],
  [
    'case',
    () => {
      const parts = { directory, places, now: Date.now, savedFiles: { get: () => null } }
      return new CaseService(parts as unknown as CaseServiceParts).start({
        processKeys: [row.key],
        ticket: null,
        notes: null,
        addedFileIds: [],
      } as unknown as Parameters<CaseService['start']>[0])
    },
  ],
  [
    'snapshot of a rule',
    () => {
      const recordings = { stacks: () => Promise.resolve(ok({ threads: [], stacks: [] })) }
      const actions = new RuleActions({ jobs, places, recordings } as unknown as RuleActionParts)
      return actions.do({ kind: 'stacks' }, { row } as unknown as Parameters<RuleActions['do']>[1])
    },
  ],
])('no %s is begun in a folder whose disk hangs', async (_what, begin) => {
  const spies = touched()
  expect(await begin()).toEqual(hangs('/hung/new'))
  expect(jobs.list()).toEqual([])
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

it('nor a compressed copy beside a dump, and no name is looked for without an end', async () => {
  const spies = touched()
  const savedFiles = { get: () => ({ path: '/hung/a.dmp' }) }
  const compressor = new DumpCompressor({ jobs, savedFiles, now: Date.now } as unknown as ConstructorParameters<
    typeof DumpCompressor
  >[0])
  expect(await compressor.start('id', 'gzip')).toEqual(hangs('/hung/a.dmp.gz'))
  expect(await firstFree((number) => `/hung/a.dmp.partial-${number}`)).toEqual(hangs('/hung/a.dmp.partial-1'))
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

it('other disks that hang take no name away from this one', async () => {
  wasAsked = { wasAsked: false }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'free-path-'))
  fs.writeFileSync(path.join(folder, 'a.zip'), '')
  expect(await reservePath(folder, 'a.zip')).toEqual(ok(path.join(folder, 'a-2.zip')))
  fs.rmSync(folder, { recursive: true })
})
