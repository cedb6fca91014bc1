import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMountSmallDisk, mountSmallDisk } from '../../e2e/fixture/small-disk.ts'
import { canBuildSamples, startTarget } from '../../samples/start-target.ts'
import { must } from '../../shared/base/assert.ts'
import type { CaseDocument } from '../../shared/case/case-document.ts'
import { pause } from '../os/pause.ts'
import { documentOf, packageOf, stateOf } from './testing/case-package.ts'
import { caseRunner, type CaseRunner, shortCase } from './testing/case-runner.ts'

let runner: CaseRunner
beforeAll(async () => {
  runner = await caseRunner()
})
afterAll(() => runner.dispose())

const busy = () => startTarget({ args: ['planted'] })

describe.skipIf(!canBuildSamples())('a case that is cut short', () => {
  it('a process that ends during the recording leaves a package with what was received', async () => {
    const target = await busy()
    const out = runner.outFolder()
    const running = runner.start(shortCase(runner, target.pid, out, 60))
    await running.whenSaid('Recording              running')
    await pause(3000)
    await target.dispose()
    const end = await running.whenEnded
    expect(end.exitCode).toBe(2)
    const document = await documentOf(packageOf(end))
    expect(document.verdict).toBe('partial')
    expect(stateOf(document, 'trace')).toBe('partial')
    expect(stateOf(document, 'counters')).toBe('done')
    expect(document.files.map(({ name }) => name)).toContain('trace.nettrace')
    expect(document.steps.find(({ kind }) => kind === 'trace')?.reason).toMatch(/process ended/)
  })

  it('Ctrl+C packs what was collected so far', async () => {
    const target = await busy()
    try {
      const running = runner.start(shortCase(runner, target.pid, runner.outFolder(), 60))
      await running.whenSaid('Recording              running')
      await pause(2000)
      running.child.kill('SIGINT')
      const end = await running.whenEnded
      expect(end.exitCode).toBe(2)
      const document = await documentOf(packageOf(end))
      expect(stateOf(document, 'trace')).toBe('partial')
      expect(stateOf(document, 'stacks')).toBe('done')
    } finally {
      await target.dispose()
    }
  })

  it('what a killed run had collected is packed afterwards', async () => {
    const target = await busy()
    try {
      const out = runner.outFolder()
      const running = runner.start(shortCase(runner, target.pid, out, 60))
      await running.whenSaid('Recording              running')
      await pause(3000)
      running.child.kill('SIGKILL')
      await running.whenEnded
      const left = fs.readdirSync(out)
      expect(left).toHaveLength(1)
      // Killed again: what it had of the package by then is in nobody's way, and goes.
      const collected = path.join(out, must(left[0], 'what was collected'))
      const masking = runner.start(['--finish', collected])
      await masking.whenSaid('Masking')
      masking.child.kill('SIGKILL')
      await masking.whenEnded
      const base = collected.replace(/\.collecting$/, '')
      for (const half of [base, `${base}_finished`]) fs.writeFileSync(`${half}.zip.0123456789ab.part`, 'half')
      fs.mkdirSync(`${base}.masking`)
      const end = await runner.run(['--finish', collected])
      expect(end.exitCode).toBe(2)
      expect(fs.readdirSync(out)).toEqual([path.basename(packageOf(end))])
      const document = await documentOf(packageOf(end))
      expect(stateOf(document, 'trace')).toBe('interrupted')
      expect(document.files.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['counters.csv', 'stacks.txt', 'trace.nettrace']),
      )
      expect(target.child.exitCode).toBeNull()
    } finally {
      await target.dispose()
    }
  })

  describe.skipIf(process.env['PIPESCOPE_FULL'] === undefined)('a run that is killed', () => {
    const title = { counters: 'Counters', stacks: 'Stack snapshots', 'heap-graph': 'Heap graph', dump: 'Dump' } as const
    const isKept = {
      counters: ['process.json', 'environment.json', 'machine.json', 'modules.json'],
      stacks: ['modules.json', 'counters.csv', 'stacks.txt', 'stacks.json'],
      'heap-graph': ['counters.csv', 'stacks.txt', 'stacks.json', 'trace.nettrace'],
      dump: ['counters.csv', 'stacks.txt', 'trace.nettrace', 'heap.gcdump'],
    } as const
    it.each(['counters', 'stacks', 'heap-graph', 'dump'] as const)(
      'loses nothing from before the step %s',
      async (kind) => {
        const target = await busy()
        try {
          const out = runner.outFolder()
          const running = runner.start(shortCase(runner, target.pid, out, 3, '--heap', '--dump', 'mini'))
          await running.whenSaid(`${title[kind].padEnd(22)} running`)
          const work = path.join(out, must(fs.readdirSync(out)[0], 'what was collected'))
          // Of two snapshots the first is on disk while the second is waited for.
          const sign = kind === 'stacks' ? 'stacks.txt' : 'collected.json'
          await expect.poll(() => fs.existsSync(path.join(work, sign))).toBe(true)
          running.child.kill('SIGKILL')
          await running.whenEnded
          const end = await runner.run(['--finish', work])
          expect(end.exitCode).toBe(2)
          const document = await documentOf(packageOf(end))
          const step = document.steps.find((one) => one.kind === kind)
          expect(step).toMatchObject({ state: 'interrupted', reason: 'Pipescope ended during this step.' })
          expect(document.files.map(({ name }) => name)).toEqual(expect.arrayContaining([...isKept[kind]]))
          expect(target.child.exitCode).toBeNull()
        } finally {
          await target.dispose()
        }
      },
    )
  })

  it.skipIf(!canMountSmallDisk())('a small disk gets a shorter recording and a whole package', async () => {
    const disk = must(mountSmallDisk(48), 'a small disk')
    const target = await startTarget({ args: ['flood', '--flood-threads=1', 'mixed'] })
    try {
      const out = path.join(disk.folder, 'cases')
      const end = await runner.run(shortCase(runner, target.pid, out, 60, '--checklist', floodChecklist()))
      expect(end.exitCode).toBe(2)
      const document = await documentOfFull(packageOf(end))
      expect(document.steps.find(({ kind }) => kind === 'trace')).toMatchObject({ state: 'partial' })
      expect(document.files.map(({ name }) => name)).toContain('trace.nettrace')
    } finally {
      await target.dispose()
      disk.dispose()
    }
  })

  it.skipIf(!canMountSmallDisk())('what no longer fits on a disk is kept and packed onto another one', async () => {
    const disk = must(mountSmallDisk(200), 'a small disk')
    const target = await busy()
    try {
      const out = path.join(disk.folder, 'cases')
      const running = runner.start(shortCase(runner, target.pid, out, 3))
      await running.whenSaid('Recording              done')
      disk.shrink(4096)
      const end = await running.whenEnded
      expect(end.exitCode).not.toBe(0)
      expect(end.stderr).toContain('is kept, unmasked, in')
      const left = must(
        fs.readdirSync(out).find((name) => name.endsWith('.collecting')),
        'what was collected',
      )
      const other = runner.outFolder()
      const finished = await runner.run(['--finish', path.join(out, left), '--out', other])
      // The full disk may not have taken the note that the last step is done.
      expect([0, 2]).toContain(finished.exitCode)
      const document = await documentOf(packageOf(finished))
      expect(document.files.map(({ name }) => name)).toEqual(expect.arrayContaining(['trace.nettrace', 'counters.csv']))
    } finally {
      await target.dispose()
      disk.dispose()
    }
  })
})

/** Enough bytes to fill a small disk. */
function floodChecklist(): string {
  const file = path.join(runner.folder, 'flood.json')
  const steps = [{ kind: 'trace', seconds: 60, items: ['samples', 'names', 'everything-runtime', 'tasks', 'gc'] }]
  const about = { id: 'flood', title: 'Flood', text: 'For tests', limitSeconds: 200, questions: [] }
  fs.writeFileSync(file, JSON.stringify({ kind: 'pipescope-checklist', version: 1, ...about, steps }))
  return file
}

/** The disk of the package has no room for another copy. */
async function documentOfFull(zipPath: string): Promise<CaseDocument> {
  const copy = path.join(runner.folder, path.basename(zipPath))
  fs.copyFileSync(zipPath, copy)
  return documentOf(copy)
}
