import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StepKind } from '../../../../shared/case/case-document.ts'
import { plainCase } from '../testing/plain-case.ts'
import { elfCore } from '../../dumps/testing/elf-core.ts'
import { testRow } from '../../live/testing/fake-directory.ts'
import { CaseFolder, isCutShort, type CollectedFile } from '../case-folder.ts'
import type { NotedDump } from '../elsewhere.ts'
import { createCollection } from './create-collection.ts'
import { EarlierFiles } from './earlier-files.ts'
import { recoverCollection, type RecoveryParts } from './recover-collection.ts'

let place: string
beforeEach(() => (place = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-recover-'))))
afterEach(() => fs.rmSync(place, { recursive: true, force: true }))

const nobody = {} as RecoveryParts

/** Killed in that step. */
async function killed(kind: StepKind): Promise<CaseFolder> {
  const created = await createCollection(path.join(place, 'case.zip'), {
    ...plainCase,
    dump: 'mini',
    rows: [testRow(4_121_000)],
  })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  created.value.change(({ steps }) => ({
    steps: steps.map((step) => ({ ...step, state: step.kind === kind ? 'running' : 'not-requested' })),
  }))
  await created.value.settled()
  return created.value
}

/** As another run finds it. */
async function recovered(folder: CaseFolder): Promise<CaseFolder> {
  await folder.settled()
  const opened = await CaseFolder.open(folder.path)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await recoverCollection(opened.value, nobody)
  return opened.value
}

const filesOf = ({ collection }: CaseFolder) => collection.files.map(({ name, path: file }) => [name, file])

const dumpFile = () => path.join(place, 'orders_4121_abc_dump_mini.core')

function note(folder: CaseFolder, parts: Partial<NotedDump> = {}): void {
  const noted = {
    step: 'dump',
    process: 0,
    path: dumpFile(),
    ownerId: process.getuid?.() ?? -1,
    atMs: Date.now(),
  } as const
  folder.change(() => ({ elsewhere: [{ ...noted, ...parts }] }))
}

describe('a dump that the process wrote into its folder for temporary files', () => {
  test('is taken over with its crash report, whole or in part', async () => {
    const folder = await killed('dump')
    note(folder)
    fs.writeFileSync(dumpFile(), elfCore(0x1000), { mode: 0o644 })
    fs.writeFileSync(`${dumpFile()}.crashreport.json`, '{}')
    const again = await recovered(folder)
    expect(filesOf(again)).toEqual([
      ['dump_mini.core', dumpFile()],
      ['crashreport.json', `${dumpFile()}.crashreport.json`],
    ])
    expect(again.collection.files[0]).toMatchObject({ verdict: 'complete', redaction: 'not-possible', step: 'dump' })
    expect(again.collection.files[1]).toMatchObject({ form: 'json', redaction: 'masked' })
    expect(again.collection.elsewhere).toEqual([])
    expect(fs.statSync(dumpFile()).mode & 0o077).toBe(0)
  })

  test('of which a part is there is a partial one, also under the name that says so', async () => {
    const folder = await killed('dump')
    note(folder)
    fs.writeFileSync(`${dumpFile()}.partial`, elfCore(0x1000).subarray(0, 0x1000))
    fs.writeFileSync(`${dumpFile()}.crashreport.json`, '{"payload":')
    const again = await recovered(folder)
    expect(filesOf(again)).toEqual([
      ['dump_mini.core', `${dumpFile()}.partial`],
      ['crashreport.json', `${dumpFile()}.crashreport.json`],
    ])
    expect(again.collection.files.map(({ verdict, form }) => [verdict, form])).toEqual([
      ['partial', 'none'],
      ['partial', 'lines'],
    ])
  })

  test.each([
    ['was there before', (): Partial<NotedDump> => ({ atMs: Date.now() + 60_000 })],
    ['belongs to somebody else', (): Partial<NotedDump> => ({ ownerId: 4_294_900_000 })],
    ['was not noted', (): Partial<NotedDump> => ({ path: path.join(place, 'another_dump_mini.core') })],
    [
      'is below the root of a process that is gone',
      (): Partial<NotedDump> => ({ path: `/proc/self/root${dumpFile()}` }),
    ],
  ])('that %s is left alone', async (_what, parts) => {
    const folder = await killed('dump')
    note(folder, parts())
    fs.writeFileSync(dumpFile(), elfCore(0x1000))
    expect(filesOf(await recovered(folder))).toEqual([])
    expect(fs.existsSync(dumpFile())).toBe(true)
  })

  test('that is a link, or has another name as well, is left alone', async () => {
    const folder = await killed('dump')
    note(folder)
    const real = path.join(place, 'real')
    fs.writeFileSync(real, elfCore(0x1000))
    fs.symlinkSync(real, dumpFile())
    expect(filesOf(await recovered(folder))).toEqual([])
    fs.rmSync(dumpFile())
    fs.linkSync(real, dumpFile())
    fs.rmSync(folder.path, { recursive: true })
    const other = await killed('dump')
    note(other)
    expect(filesOf(await recovered(other))).toEqual([])
  })
})

test('the crash report beside a dump in the folder of the case is taken over', async () => {
  const folder = await killed('dump')
  fs.writeFileSync(path.join(folder.path, 'dump_mini.core'), elfCore(0x1000))
  fs.writeFileSync(path.join(folder.path, 'dump_mini.core.crashreport.json'), '{}')
  const again = await recovered(folder)
  expect(filesOf(again).map(([name]) => name)).toEqual(['dump_mini.core', 'crashreport.json'])
})

describe('a try that is killed', () => {
  const trace: CollectedFile = {
    name: 'stacks.txt',
    path: 'stacks.txt',
    title: 'Stacks',
    form: 'lines',
    process: 0,
    step: 'stacks',
    redaction: 'masked',
    verdict: 'partial',
    reasons: ['Of the first try.'],
  }

  async function triedAgain(): Promise<CaseFolder> {
    const folder = await killed('stacks')
    fs.writeFileSync(path.join(folder.path, 'stacks.txt'), 'of the first try')
    folder.change(() => ({ files: [trace], finishedMs: Date.now() }))
    await EarlierFiles.setAside(folder, { kind: 'stacks', process: 0, place: '' })
    return folder
  }

  test('costs nothing of the one before', async () => {
    const folder = await triedAgain()
    expect(folder.collection.files).toEqual([])
    const again = await recovered(folder)
    expect(again.collection.files).toMatchObject([{ name: 'stacks.txt', reasons: ['Of the first try.'] }])
    expect(fs.readFileSync(again.pathOf(again.collection.files[0]!), 'utf8')).toBe('of the first try')
    expect(again.collection.steps.find(({ kind }) => kind === 'stacks')?.state).toBe('interrupted')
  })

  test('keeps what it wrote itself beside that', async () => {
    const folder = await triedAgain()
    fs.writeFileSync(path.join(folder.path, 'stacks.txt'), 'of the second try')
    const again = await recovered(folder)
    const texts = again.collection.files.map((file) => [file.name, fs.readFileSync(again.pathOf(file), 'utf8')])
    expect(texts).toEqual([
      ['stacks.txt', 'of the second try'],
      ['stacks_earlier.txt', 'of the first try'],
    ])
  })

  test('makes a case one that was cut short, though it had been collected', async () => {
    const { collection } = await triedAgain()
    expect(isCutShort(collection)).toBe(true)
    const steps = collection.steps.map((step) => ({ ...step, state: 'done' as const }))
    expect(isCutShort({ ...collection, steps })).toBe(true)
    expect(isCutShort({ ...collection, steps, earlier: [] })).toBe(false)
  })
})
