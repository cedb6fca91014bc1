import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { canBuildSamples, startTarget, type SampleTarget } from '../samples/start-target.ts'
import { npmRun } from './fixture/npm-command.ts'
import { expect, test } from './fixture/test.ts'
import type { TourReport } from './tour/tour-report.ts'

test.describe('the tour', () => {
  test.skip(!canBuildSamples(), 'needs a .NET SDK')

  let folder = ''
  const targets: SampleTarget[] = []
  test.beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-tour-'))
  })
  test.afterEach(async () => {
    await Promise.all(targets.splice(0).map((target) => target.dispose()))
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('sees real processes of one name and moving values, and writes them down where the caller asked', async () => {
    const target = await startTarget({ args: ['busy', 'meters'] })
    targets.push(target, await startTarget({ args: ['busy', 'meters'] }))
    const pids = targets.map(({ pid }) => pid)
    const { pid } = target

    const outcome = await npmRun(
      'start',
      ['--tour', 'seen/here', ...pids.flatMap((one) => ['--pid', String(one)])],
      folder,
    )

    expect(outcome.exitCode, outcome.stderr + outcome.stdout).toBe(0)
    expect(outcome.stderr.includes('--no-sandbox'), 'said for root, and only then').toBe(process.getuid?.() === 0)
    const report = JSON.parse(fs.readFileSync(path.join(folder, 'seen/here/tour.json'), 'utf8')) as TourReport
    expect(report.problems).toEqual([])
    expect(report.app.startMs).toBeGreaterThan(0)
    const row = report.processes.find((process) => process.pid === pid)
    expect(row).toMatchObject({ state: 'ready', isTool: false, isDemo: false })
    expect(row?.commandLine).toContain('meters')
    expect(row?.runtimeVersion).toMatch(/^\d+\.\d+/)

    expect(new Set(report.live.map((series) => series.pid))).toEqual(new Set(pids))
    const random = report.live.filter((series) => target.facts.meters?.includes(series.provider))
    expect(random.length, 'instruments with names made up at the start').toBeGreaterThan(0)
    for (const series of report.live) {
      const times = series.values.map(({ timeMs }) => timeMs)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }

    expect(report.screenshots.length).toBeGreaterThan(10)
    for (const name of report.screenshots) {
      expect(outcome.stdout).toContain(name)
      const png = fs.readFileSync(path.join(folder, 'seen/here', name))
      const [, width, height] = /-(\d+)x(\d+)\.png$/.exec(name) ?? []
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(width), Number(height)])
    }
  })

  test('exits with 1 when a named process does not exist', async () => {
    const outcome = await npmRun('start', ['--tour', 'seen', '--pid', '4194000'], folder)
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stdout).toContain('no process with the id 4194000 has a diagnostic port')
  })
})
