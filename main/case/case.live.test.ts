import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMountSmallDisk, mountSmallDisk } from '../../e2e/fixture/small-disk.ts'
import { canBuildSamples, startTarget, tryBuild, wantedVariants } from '../../samples/start-target.ts'
import { must } from '../../shared/base/assert.ts'
import { caseDocumentSchema, type CaseDocument } from '../../shared/case/case-document.ts'
import { openZip } from '../workers/case/read-zip.ts'
import { caseRunner, type CaseRunner, type CaseEnd, shortChecklist, zipsIn } from './testing/case-runner.ts'
import { pause } from '../os/pause.ts'

const secret = 'hunter2-of-the-environment'
const variants = canBuildSamples() ? wantedVariants().filter((variant) => tryBuild(variant) !== null) : []

let runner: CaseRunner
beforeAll(async () => {
  runner = await caseRunner()
})
afterAll(() => runner.dispose())

let count = 0
const outFolder = (): string => path.join(runner.folder, `out-${++count}`)

/** Every file of the package, in a folder. */
async function unpack(zipPath: string, folder: string): Promise<string> {
  const zip = await openZip([zipPath], null)
  if (!zip.ok) throw new Error(JSON.stringify(zip.error))
  for (const entry of zip.value.entries) {
    const file = path.join(folder, entry.name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, '')
    await entry.read((chunk) => fs.appendFileSync(file, chunk))
  }
  zip.value.close()
  return folder
}

const packageOf = ({ stdout }: CaseEnd): string => must(stdout.trimEnd().split('\n').at(-1), 'a path')

async function documentOf(zipPath: string): Promise<CaseDocument> {
  const folder = await unpack(zipPath, `${zipPath}.unpacked`)
  return v.parse(caseDocumentSchema, JSON.parse(fs.readFileSync(path.join(folder, 'case.json'), 'utf8')))
}

const stateOf = (document: CaseDocument, kind: string): string | undefined =>
  document.steps.find((step) => step.kind === kind)?.state

describe.each(variants)('a case of a real process: %s', (variant) => {
  it('is one verified package with the hash of every file and no secret of the environment', async () => {
    const args = variant === 'net31' ? ['mixed'] : ['mixed', 'meters']
    const target = await startTarget({ variant, args, env: { ORDERS_PASSWORD: secret } })
    try {
      const out = outFolder()
      const checklist = shortChecklist(runner.folder, 3)
      const end = await runner.run(['--pid', `${target.pid}`, '--checklist', checklist, '--out', out])
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
const command = (pid: number, out: string, traceSeconds: number, ...more: readonly string[]): readonly string[] => [
  '--pid',
  `${pid}`,
  '--checklist',
  shortChecklist(runner.folder, traceSeconds),
  '--out',
  out,
  ...more,
]

describe.skipIf(!variants.includes('net10'))('whatever happens meanwhile', () => {
  it('a heap graph and a dump are in it where they are asked for', async () => {
    const target = await busy()
    try {
      const end = await runner.run(command(target.pid, outFolder(), 2, '--heap', '--dump', 'mini'))
      expect(end.exitCode).toBe(0)
      const document = await documentOf(packageOf(end))
      const files = document.files.map(({ name, redaction }) => [name, redaction])
      expect(files).toContainEqual(['heap.gcdump', 'without-values'])
      expect(files).toContainEqual(['dump_mini.core', 'not-possible'])
    } finally {
      await target.dispose()
    }
  })

  it('a runtime that waits at startup is recorded from its first line, and stays waiting unless it is to be resumed', async () => {
    const env = { DOTNET_DefaultDiagnosticPortSuspend: '1' }
    const target = await startTarget({ args: ['planted'], env, waitsForReady: false })
    try {
      const kept = await runner.run(command(target.pid, outFolder(), 3))
      expect(kept.exitCode).toBe(0)
      expect(stateOf(await documentOf(packageOf(kept)), 'trace')).toBe('not-applicable')
      // A runtime that waits for long says so itself; the program has said nothing.
      expect(target.lines.filter((line) => !/Diagnostics IPC|^DOTNET_/.test(line))).toEqual([])
      const end = await runner.run(command(target.pid, outFolder(), 5, '--resume'))
      expect(end.exitCode).toBe(0)
      expect(stateOf(await documentOf(packageOf(end)), 'trace')).toBe('done')
      expect(target.lines.join()).toContain('ready')
    } finally {
      await target.dispose()
    }
  })

  it('a process that ends during the recording leaves a package with what was received', async () => {
    const target = await busy()
    const out = outFolder()
    const running = runner.start(command(target.pid, out, 60))
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
      const running = runner.start(command(target.pid, outFolder(), 60))
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
      const out = outFolder()
      const running = runner.start(command(target.pid, out, 60))
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

  it.skipIf(!canMountSmallDisk())('a small disk gets a shorter recording and a whole package', async () => {
    const disk = must(mountSmallDisk(48), 'a small disk')
    const target = await startTarget({ args: ['flood', '--flood-threads=1', 'mixed'] })
    try {
      const out = path.join(disk.folder, 'cases')
      const end = await runner.run(command(target.pid, out, 60, '--checklist', floodChecklist()))
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
      const running = runner.start(command(target.pid, out, 3))
      await running.whenSaid('Recording              done')
      disk.shrink(4096)
      const end = await running.whenEnded
      expect(end.exitCode).not.toBe(0)
      expect(end.stderr).toContain('is kept, unmasked, in')
      const left = must(
        fs.readdirSync(out).find((name) => name.endsWith('.collecting')),
        'what was collected',
      )
      const other = outFolder()
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

  it('parts and a password: it opens with the right one only', async () => {
    const target = await busy()
    try {
      const password = path.join(runner.folder, 'password')
      fs.writeFileSync(password, 'correct horse\n')
      const wrong = path.join(runner.folder, 'wrong')
      fs.writeFileSync(wrong, 'battery staple\n')
      const out = outFolder()
      const more = ['--password-file', password, '--part-size', '1', '--dump', 'mini']
      const end = await runner.run(command(target.pid, out, 2, ...more))
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
    const out = outFolder()
    const end = await runner.run(['--pid', '999999999', '--checklist', 'slow', '--out', out])
    expect(end).toMatchObject({ exitCode: 1, stdout: '' })
    expect(zipsIn(out)).toEqual([])
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
