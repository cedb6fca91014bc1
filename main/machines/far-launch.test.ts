import { randomUUID } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import { FarLaunch, type FarProgram } from './far-launch.ts'
import { farLaunchScript } from './far-launch-script.ts'
import { FarShell } from './far-shell.ts'

/** The shell of this machine stands for that of the other one. */
describe.skipIf(process.platform !== 'linux')('a program of another machine', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'far-launch-'))
  let launch: FarLaunch
  let made = ''

  beforeEach(async () => {
    launch = open(2)
    made = must(await launch.makeFolder())
  })
  afterEach(async () => {
    await launch.signal('KILL')
    launch.dispose()
    // oxlint-disable-next-line vitest/no-standalone-expect -- nothing is left there, whatever the test was
    await expect.poll(() => fs.existsSync(made)).toBe(false)
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  const program = (script: string, more: Partial<FarProgram> = {}): FarProgram => ({
    folder,
    command: '/bin/sh',
    args: ['-c', script],
    variables: [],
    ...more,
  })

  async function textOf(name: 'stdout' | 'stderr', at = 0): Promise<string> {
    return must(await launch.output(name, at, 100_000)).toString('utf8')
  }
  const isOver = async () => must(await launch.state([])).isOver

  it('gets its arguments, folder and variables as they were given, and its output and exit code are kept', async () => {
    const odd = [`it's`, '$(id)', '`id`', '"', '\\', '*', '', '-n', 'a  b']
    const args = ['-c', 'printf "%s|" "$@" "$GREETING" "$GONE" "$PWD"; echo oops >&2; exit 3', 'sh', ...odd]
    const variables = [
      ['GREETING', `it's $HOME`],
      ['GONE', 'x'],
      ['GONE', null],
    ] as const
    expect(must(await launch.start({ ...program(''), args, variables }))).toBeGreaterThan(1)
    await expect.poll(isOver).toBe(true)
    expect(must(await launch.state([]))).toMatchObject({
      exitCode: 3,
      sizes: { stderr: { sizeBytes: 5, emptiedBytes: 0 } },
    })
    expect(await textOf('stdout')).toBe([...odd, `it's $HOME`, '', folder, ''].join('|'))
    expect(await textOf('stdout', 5)).toBe((await textOf('stdout')).slice(5))
    expect(await textOf('stderr')).toBe('oops\n')
  })

  it('has nothing of its variables in a command line, and nothing to read', async () => {
    // Of nothing else that runs on this machine.
    const secret = randomUUID()
    const pid = must(await launch.start(program('cat; sleep 60', { variables: [['SECRET', secret]] })))
    await expect.poll(() => fs.readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain(`SECRET=${secret}`)
    const lines = fs.readdirSync('/proc').flatMap((name) => {
      try {
        return /^\d+$/.test(name) ? [fs.readFileSync(`/proc/${name}/cmdline`, 'utf8')] : []
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
    expect(fs.readlinkSync(`/proc/${pid}/fd/0`)).toBe('/dev/null')
    expect(fs.statSync(made).mode & 0o777).toBe(0o700)
  })

  it('is ended with what it has started, and long output is discarded while it keeps writing', async () => {
    await launch.start(program('sleep 60 & echo one; sleep 60'))
    await expect.poll(() => textOf('stdout')).toBe('one\n')
    await launch.signal('TERM')
    await expect.poll(isOver).toBe(true)
    expect(must(await launch.state([]))).toMatchObject({ exitCode: 143 })
    expect(await launch.trim('stdout')).toMatchObject({ ok: true })
    expect(await textOf('stdout')).toBe('')
  })

  it('whose output is emptied while nobody is connected says how much that was', async () => {
    const line = 'x'.repeat(1023)
    // 16 MB and a little, and then some more for as long as it runs.
    await launch.start(program(`yes ${line} | head -n 16500; echo end; while :; do sleep 0.1; done`))
    await expect.poll(() => fs.statSync(path.join(made, 'stdout')).size).toBeGreaterThan(16_896_000)
    launch.dispose()
    await expect.poll(() => fs.statSync(path.join(made, 'stdout')).size).toBe(0)
    launch = open(2)
    expect(must(await launch.adopt(made))).toMatchObject({ state: 'found' })
    const { stdout, stderr } = must(await launch.state([])).sizes
    expect(stdout).toEqual({ sizeBytes: 0, emptiedBytes: 16_896_004 })
    expect(stderr).toEqual({ sizeBytes: 0, emptiedBytes: 0 })
  })

  it('has children in groups of their own, as timeout and job control make them, which belong to it and are ended with it', async () => {
    await launch.start(program('set -m; timeout 60 sleep 60 & sleep 60 & echo $!; wait'))
    await expect.poll(() => textOf('stdout')).toMatch(/^\d+\n$/)
    const child = Number(await textOf('stdout'))
    expect([...must(await launch.state([child, process.pid])).isWaiting]).toEqual([[child, false]])
    await launch.signal('TERM')
    await expect.poll(isOver).toBe(true)
    const file = `/proc/${child}/cmdline`
    // Empty while nobody has noticed its end.
    expect(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '').toBe('')
  })

  it('is ended at once where there is no room to note it', async () => {
    fs.mkdirSync(path.join(made, 'program'))
    expect(await launch.start(program('sleep 60'))).toMatchObject({ ok: false, error: refused('no-room') })
    await expect.poll(async () => must(await launch.state([])).exitCode).toBe(137)
    fs.rmdirSync(path.join(made, 'program'))
  })

  it('that is outlived by its children ends when they do', async () => {
    const go = path.join(folder, 'go')
    await launch.start(program(`(while [ ! -e ${go} ]; do sleep 0.05; done) & exit 0`))
    await expect.poll(async () => must(await launch.state([])).exitCode).toBe(0)
    expect(must(await launch.state([])).isOver).toBe(false)
    fs.writeFileSync(go, '')
    await expect.poll(isOver).toBe(true)
  })

  it('that cannot be started is reported before, with the cause', async () => {
    const why = async (more: Partial<FarProgram>) => {
      const checked = await launch.check(program('', more))
      return checked.ok ? null : checked.error
    }
    fs.writeFileSync(path.join(folder, 'text'), 'no program')
    expect(await why({})).toBeNull()
    expect(await launch.check(program('', { command: 'sh', folder: '~/' }))).toMatchObject({
      value: { folder: os.homedir(), program: expect.stringMatching(/^\/.*\/sh$/) as string },
    })
    expect(await why({ folder: '/nowhere' })).toMatchObject(refused('no-folder'))
    expect(await why({ command: './nothing' })).toMatchObject(refused('no-program'))
    expect(await why({ command: './text' })).toMatchObject(refused('not-executable'))
    expect(await why({ command: 'text', variables: [['PATH', folder]] })).toMatchObject({
      ...refused('not-found'),
      searched: folder,
    })
    expect(await why({ folder: 'relative' })).toMatchObject({ kind: 'invalid-request', what: 'folder' })
    expect(await why({ variables: [['A B', 'x']] })).toMatchObject({ kind: 'invalid-request', what: 'variable name' })
    expect(await launch.start(program('a\nb'))).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })

  it('keeps running when the connection ends, and its folder goes with it', async () => {
    const go = path.join(folder, 'later')
    const pid = must(await launch.start(program(`while [ ! -e ${go} ]; do sleep 0.05; done`)))
    launch.dispose()
    expect(fs.existsSync(`/proc/${pid}/stat`)).toBe(true)
    expect(fs.existsSync(made)).toBe(true)
    fs.writeFileSync(go, '')
    await expect.poll(() => fs.existsSync(made)).toBe(false)
  })

  it.each([
    { how: 'runs on', isOn: true, script: 'while [ ! -e "$GO" ]; do sleep 0.05; done; echo late; exit 7' },
    { how: 'has ended meanwhile', isOn: false, script: 'echo late; exit 7' },
  ])('that $how is found again over another connection, with its output and exit code', async ({ script, isOn }) => {
    const go = path.join(folder, 'go-on')
    launch.dispose()
    launch = open(100)
    made = must(await launch.makeFolder())
    const pid = must(await launch.start(program(script, { variables: [['GO', go]] })))
    launch.dispose()
    await expect.poll(() => fs.existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(isOn)
    launch = open(100)
    expect(must(await launch.adopt(made))).toEqual({ state: 'found', pid, hasWaited: false })
    fs.writeFileSync(go, '')
    await expect.poll(isOver).toBe(true)
    expect(must(await launch.state([]))).toMatchObject({ exitCode: 7, sizes: { stdout: { sizeBytes: 5 } } })
    expect(await textOf('stdout')).toBe('late\n')
    expect(must(await launch.adopt('/tmp/pipescope-run-NotThere')).state).toBe('gone')
    // Of somebody who has taken the name.
    const others = path.join(folder, 'others')
    fs.mkdirSync(others, { mode: 0o755, recursive: true })
    expect(must(await launch.adopt(others)).state).toBe('other')
    expect(must(await launch.adopt(made)).state).toBe('found')
    await launch.removeFolder()
  })

  it('is ended when it waits at its start and the connection has ended; what runs beside it keeps running', async () => {
    // By its name and the count of its threads a runtime that waits.
    const waiting = path.join(folder, '.NET EventPipe')
    fs.copyFileSync('/bin/sleep', waiting)
    fs.chmodSync(waiting, 0o755)
    const pids = path.join(folder, 'pids')
    await launch.start(program(`'${waiting}' 60 & sleep 60 & echo $! > ${pids}; wait`))
    await expect.poll(() => (fs.existsSync(pids) ? fs.readFileSync(pids, 'utf8') : '')).toMatch(/^\d+\n$/)
    const other = Number(fs.readFileSync(pids, 'utf8'))
    const found = () =>
      fs.readdirSync('/proc').find((name) => {
        try {
          return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(waiting)
        } catch {
          // No process, or ended meanwhile.
          return false
        }
      })
    await expect.poll(found).toBeDefined()
    const state = must(await launch.state([Number(found()), other, process.pid]))
    expect([...state.isWaiting]).toEqual([
      [Number(found()), true],
      [other, false],
    ])
    launch.dispose()
    await expect.poll(found).toBeUndefined()
    expect(fs.readFileSync(`/proc/${other}/comm`, 'utf8')).toBe('sleep\n')
    process.kill(other, 'SIGKILL')
  })
})

describe.skipIf(process.platform !== 'linux')('whether a runtime waits at its start', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'far-waits-'))
  afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

  function waits(threads: readonly string[], known: 'runtime' | ''): boolean {
    fs.rmSync(path.join(root, '7'), { recursive: true, force: true })
    for (const [index, name] of threads.entries()) {
      const folder = path.join(root, '7', 'task', `${index}`)
      fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(path.join(folder, 'comm'), `${name}\n`)
    }
    const script = `${farLaunchScript().replaceAll('/proc/', `${root}/`)}\nps_waits 7 ${known} && echo waits`
    return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout === 'waits\n'
  }

  it('is recognized by the number of its threads, also when they have no names', () => {
    expect(waits(['app', '.NET SynchManag', '.NET EventPipe', '.NET EventPipe'], 'runtime')).toBe(true)
    expect(waits(['app', 'app', 'app'], 'runtime')).toBe(true)
    expect(waits(['app', 'app', 'app', 'app'], 'runtime')).toBe(false)
    expect(waits(['app'], 'runtime')).toBe(false)
    // Of which nobody knows that it is a runtime.
    expect(waits(['app', 'app', 'app'], '')).toBe(false)
    expect(waits(['app', '.NET EventPipe'], '')).toBe(true)
  })
})

const refused = (reason: string) => ({ kind: 'not-launched-there', machine: 'far', reason })

function must<Value>(result: Result<Value, AppError>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

function open(graceSteps: number): FarLaunch {
  return must(FarLaunch.open({ isOpen: true, openShell }, 'far', { stepSeconds: 0.1, graceSteps }))
}

function openShell(script: string): FarShell {
  const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'] })
  // As sshd ends it.
  const end = () => {
    child.stdin.end()
    child.stdout.destroy()
  }
  return new FarShell(child.stdin, child.stdout, end, script)
}
