import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMountSmallDisk, mountSmallDisk } from '../../e2e/fixture/small-disk.ts'
import { canBuildSamples, startTarget } from '../../samples/start-target.ts'
import { must } from '../../shared/base/assert.ts'
import { documentOf, packageOf, stateOf } from './testing/case-package.ts'
import { caseRunner, type CaseRunner, shortCase, shortChecklist } from './testing/case-runner.ts'

/* What a run makes outside of its folder is found again by what it noted before it asked for it. */

let runner: CaseRunner
beforeAll(async () => {
  runner = await caseRunner()
})
afterAll(() => runner.dispose())

const busy = () => startTarget({ args: ['planted'] })
const collectedIn = (out: string): string =>
  path.join(
    out,
    must(
      fs.readdirSync(out).find((name) => name.endsWith('.collecting')),
      'what was collected',
    ),
  )
const notedIn = (collected: string): readonly { readonly step: string; readonly path?: string }[] =>
  JSON.parse(fs.readFileSync(path.join(collected, 'collected.json'), 'utf8')).elsewhere

describe.skipIf(!canBuildSamples())('a run that is killed', () => {
  it.skipIf(!canMountSmallDisk())(
    'loses neither a dump that the process writes into its temporary folder nor the crash report of it',
    async () => {
      // With no room for a dump: it goes into the folder for temporary files.
      const disk = must(mountSmallDisk(16), 'a small disk')
      const target = await busy()
      try {
        const out = path.join(disk.folder, 'cases')
        const more = ['--dump', 'mini', '--checklist', shortChecklist(runner.folder, 1, 'crash')]
        const running = runner.start(shortCase(runner, target.pid, out, 1, ...more))
        await running.whenSaid('Dump                   running')
        const collected = collectedIn(out)
        await expect.poll(() => notedIn(collected)).toHaveLength(1)
        const dumpPath = must(notedIn(collected)[0]?.path, 'a path')
        // Before that the process may not have been asked yet.
        await expect.poll(() => fs.existsSync(dumpPath), { interval: 5 }).toBe(true)
        running.child.kill('SIGKILL')
        await running.whenEnded
        expect(path.dirname(dumpPath)).toBe('/tmp')
        // It was made by somebody else, and its name begins like those of the dump.
        fs.writeFileSync(`${dumpPath}.other`, 'of somebody else')
        const end = await runner.run(['--finish', collected, '--out', runner.outFolder()])
        expect(end.exitCode).toBe(2)
        const document = await documentOf(packageOf(end))
        expect(stateOf(document, 'dump')).toBe('interrupted')
        const files = document.files.map(({ name, verdict }) => [name, verdict])
        expect(files).toContainEqual(['dump_mini.core', 'complete'])
        expect(files.map(([name]) => name)).toContain('crashreport.json')
        // In the package, and gone from the folder that is everybody's.
        expect([fs.existsSync(dumpPath), fs.existsSync(`${dumpPath}.crashreport.json`)]).toEqual([false, false])
        expect(fs.readFileSync(`${dumpPath}.other`, 'utf8')).toBe('of somebody else')
        fs.rmSync(`${dumpPath}.other`)
        expect(target.child.exitCode).toBeNull()
      } finally {
        await target.dispose()
        disk.dispose()
      }
    },
  )

  it('loses nothing of what a flight recorder held for it', async () => {
    const target = await busy()
    try {
      const out = runner.outFolder()
      fs.mkdirSync(out)
      const running = runner.startWithFlight(target.pid, out)
      await running.whenSaid('saving')
      running.child.kill('SIGKILL')
      await running.whenEnded
      const recordings = path.join(out, 'recordings')
      const left = fs.readdirSync(recordings, { recursive: true }).filter((name) => String(name).includes('.flight-'))
      expect(left.length).toBeGreaterThan(0)
      const end = await runner.run(['--finish', collectedIn(out)])
      expect(end.exitCode).toBe(2)
      const document = await documentOf(packageOf(end))
      expect(stateOf(document, 'flight')).toBe('interrupted')
      const file = document.files.find(({ name }) => name === 'flight.nettrace')
      expect(file).toMatchObject({ step: 'flight', redaction: 'masked', verdict: 'partial' })
      expect(file?.sizeBytes).toBeGreaterThan(1000)
      // The recorder's own pieces are for its own recovery.
      const after = fs.readdirSync(recordings, { recursive: true }).filter((name) => String(name).includes('.flight-'))
      expect(after).toEqual(left)
      expect(target.child.exitCode).toBeNull()
    } finally {
      await target.dispose()
    }
  })
})
