import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild, wantedVariants } from '../../samples/start-target.ts'
import { must } from '../../shared/base/assert.ts'
import { documentOf, packageOf, stateOf } from './testing/case-package.ts'
import { caseRunner, type CaseRunner, shortCase, shortChecklist, zipsIn } from './testing/case-runner.ts'

const secret = 'hunter2-of-the-environment'
const variants = canBuildSamples() ? wantedVariants().filter((variant) => tryBuild(variant) !== null) : []

let runner: CaseRunner
beforeAll(async () => {
  runner = await caseRunner()
})
afterAll(() => runner.dispose())

describe.each(variants)('a case of a real process: %s', (variant) => {
  it('is one verified package with the hash of every file and no secret of the environment', async () => {
    const args = variant === 'net31' ? ['mixed'] : ['mixed', 'meters']
    const target = await startTarget({ variant, args, env: { ORDERS_PASSWORD: secret } })
    try {
      const out = runner.outFolder()
      const end = await runner.run(shortCase(runner, target.pid, out, 3))
      expect(end.stderr).toContain('verified')
      expect(zipsIn(out)).toHaveLength(1)
      const zipPath = packageOf(end)
      expect(path.dirname(zipPath)).toBe(out)
      // Nothing unmasked is left beside it.
      expect(fs.readdirSync(out)).toEqual([path.basename(zipPath)])
      const document = await documentOf(zipPath)
      const folder = `${zipPath}.unpacked`
      const sums = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
      expect(sums.status).toBe(0)
      const names = fs.readdirSync(folder)
      expect(names).toEqual(expect.arrayContaining(['SUMMARY.md', 'HOWTO-OPEN.md', 'REDACTION.md', 'process.json']))
      expect(names).toEqual(
        expect.arrayContaining(['environment.json', 'machine.json', 'counters.csv', 'trace.nettrace']),
      )
      for (const name of names) {
        const bytes = fs.readFileSync(path.join(folder, name))
        expect(bytes.includes(secret)).toBe(false)
        expect(bytes.includes(Buffer.from(secret, 'utf16le'))).toBe(false)
      }
      const counters = fs.readFileSync(path.join(folder, 'counters.csv'), 'utf8')
      expect(counters).toContain(',event-counter,System.Runtime,')
      for (const meter of target.facts.meters ?? []) expect(counters).toContain(`,meter,${meter},`)
      const { reason } = must(
        document.steps.find(({ kind }) => kind === 'counters'),
        'the step',
      )
      expect(reason ?? 'all').toMatch(variant === 'net31' ? /need \.NET 8/ : /^all$/)
      expect(stateOf(document, 'dump')).toBe('not-requested')
      expect(stateOf(document, 'heap-graph')).toBe('not-requested')
      // NativeAOT and .NET Core 3 lack some steps; what does not apply is no fault.
      const faults = document.steps.filter(({ state }) => !['done', 'not-requested', 'not-applicable'].includes(state))
      expect(faults).toEqual([])
      expect(end.exitCode).toBe(0)
      expect(target.child.exitCode).toBeNull()
    } finally {
      await target.dispose()
    }
  })
})

const busy = () => startTarget({ args: ['planted'] })

describe.skipIf(!variants.includes('net10'))('whatever happens meanwhile', () => {
  it('a heap graph, a dump and its crash report are in it where they are asked for', async () => {
    const target = await busy()
    try {
      // A checklist for crashes: the last one given counts.
      const more = ['--heap', '--dump', 'mini', '--checklist', shortChecklist(runner.folder, 2, 'crash')]
      const end = await runner.run(shortCase(runner, target.pid, runner.outFolder(), 2, ...more))
      expect(end.exitCode).toBe(0)
      const document = await documentOf(packageOf(end))
      const files = document.files.map(({ name, redaction }) => [name, redaction])
      expect(files).toContainEqual(['heap.gcdump', 'without-values'])
      expect(files).toContainEqual(['dump_mini.core', 'not-possible'])
      expect(files).toContainEqual(['crashreport.json', 'masked'])
      expect(stateOf(document, 'dump')).toBe('done')
    } finally {
      await target.dispose()
    }
  })

  it('a runtime that waits at startup is recorded from its first line, and stays waiting unless it is to be resumed', async () => {
    const env = { DOTNET_DefaultDiagnosticPortSuspend: '1' }
    const target = await startTarget({ args: ['planted'], env, waitsForReady: false })
    try {
      const kept = await runner.run(shortCase(runner, target.pid, runner.outFolder(), 3))
      expect(kept.exitCode).toBe(0)
      expect(stateOf(await documentOf(packageOf(kept)), 'trace')).toBe('not-applicable')
      // A runtime that waits for long says so itself; the program has said nothing.
      expect(target.lines.filter((line) => !/Diagnostics IPC|^DOTNET_/.test(line))).toEqual([])
      const end = await runner.run(shortCase(runner, target.pid, runner.outFolder(), 5, '--resume'))
      expect(end.exitCode).toBe(0)
      expect(stateOf(await documentOf(packageOf(end)), 'trace')).toBe('done')
      expect(target.lines.join()).toContain('ready')
    } finally {
      await target.dispose()
    }
  })

  it('parts and a password: it opens with the right one only', async () => {
    const target = await busy()
    try {
      const password = path.join(runner.folder, 'password')
      fs.writeFileSync(password, 'correct horse\n')
      const wrong = path.join(runner.folder, 'wrong')
      fs.writeFileSync(wrong, 'battery staple\n')
      const out = runner.outFolder()
      const more = ['--password-file', password, '--part-size', '1', '--dump', 'mini']
      const end = await runner.run(shortCase(runner, target.pid, out, 2, ...more))
      expect(end.exitCode).toBe(0)
      const zipPath = packageOf(end)
      expect(fs.readdirSync(out).length).toBeGreaterThan(1)
      expect((await runner.run(['--verify', zipPath, '--password-file', password])).exitCode).toBe(0)
      expect((await runner.run(['--verify', zipPath, '--password-file', wrong])).exitCode).toBe(1)
      expect((await runner.run(['--verify', zipPath])).exitCode).toBe(1)
    } finally {
      await target.dispose()
    }
  })

  it('a process that does not exist gives no package, and nothing on stdout', async () => {
    const out = runner.outFolder()
    const end = await runner.run(['--pid', '999999999', '--checklist', 'slow', '--out', out])
    expect(end).toMatchObject({ exitCode: 1, stdout: '' })
    expect(zipsIn(out)).toEqual([])
  })
})
