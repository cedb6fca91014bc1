import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pause } from '../../os/pause.ts'

/** A second user of this machine, made by the tests' set-up; targets of tests run as this user. */
export const farUser = 'pipescope-far'

const sshd = '/usr/sbin/sshd'

/** Null: tests against a real server can run; else what is missing, with the command that helps. */
export function whyNoSshServer(): string | null {
  if (process.platform !== 'linux') return 'the SSH server of these tests needs Linux'
  if (process.getuid?.() !== 0) return 'the SSH server of these tests needs root: sudo npm run setup'
  return fs.existsSync(sshd) ? null : 'no OpenSSH server: apt-get install openssh-server'
}

export interface SshServerOptions {
  readonly settings?: readonly string[]
  readonly authorizedKey?: boolean
  /** Options of the authorized key, such as `restrict`. */
  readonly keyOptions?: string
}

/** A real sshd on loopback with keys and a client configuration of its own; `stop` leaves nothing behind. */
export class SshServer {
  readonly folder: string
  readonly port: number
  readonly #daemon: ChildProcess

  private constructor(folder: string, port: number, daemon: ChildProcess) {
    this.folder = folder
    this.port = port
    this.#daemon = daemon
  }

  static async start(options: SshServerOptions = {}): Promise<SshServer> {
    makeUser()
    fs.mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-sshd-'))
    fs.chmodSync(folder, 0o755)
    const file = (name: string): string => path.join(folder, name)
    for (const key of ['host', 'user', 'other'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(key)])
    const authorized = options.authorizedKey === false ? 'other.pub' : 'user.pub'
    const prefix = options.keyOptions === undefined ? '' : `${options.keyOptions} `
    fs.writeFileSync(file('authorized'), prefix + fs.readFileSync(file(authorized), 'utf8'), { mode: 0o644 })
    const port = await freePort()
    const settings = [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('host')}`,
      `PidFile ${file('pid')}`,
      `AuthorizedKeysFile ${file('authorized')}`,
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'StrictModes no',
      'LogLevel ERROR',
      ...(options.settings ?? []),
    ]
    fs.writeFileSync(file('sshd_config'), `${settings.join('\n')}\n`)
    const daemon = spawn(sshd, ['-D', '-f', file('sshd_config'), '-E', file('sshd.log')], { stdio: 'ignore' })
    const server = new SshServer(folder, port, daemon)
    server.writeClientConfig({ knowsHost: true })
    await waitForPort(port)
    return server
  }

  /** Of the server that listens; each connection has processes below it. */
  get processId(): number {
    if (this.#daemon.pid === undefined) throw new Error('no sshd')
    return this.#daemon.pid
  }

  get configPath(): string {
    return path.join(this.folder, 'ssh_config')
  }

  /** Hosts `far` (direct), `far-key` (a key the server does not know), `far-jump` (through `far`). */
  writeClientConfig(options: { readonly knowsHost: boolean; readonly port?: number }): void {
    const file = (name: string): string => path.join(this.folder, name)
    const port = options.port ?? this.port
    const publicKey = fs.readFileSync(file('host.pub'), 'utf8')
    const names = [`[127.0.0.1]:${port}`, `[127.0.0.1]:${this.port}`]
    fs.writeFileSync(file('known'), options.knowsHost ? names.map((name) => `${name} ${publicKey}`).join('') : '')
    const host = (name: string, key: string): string =>
      `Host ${name}\n  HostName 127.0.0.1\n  Port ${port}\n  User ${farUser}\n  IdentityFile ${file(key)}\n` +
      `  IdentitiesOnly yes\n  IdentityAgent none\n  UserKnownHostsFile ${file('known')}\n  GlobalKnownHostsFile none\n`
    const hosts = `${host('far', 'user')}${host('far-key', 'other')}${host('far-jump', 'user')}  ProxyJump far\n`
    fs.writeFileSync(file('ssh_config'), hosts)
  }

  /** The client knows another key than the server's, as after the server was installed again. Returns where. */
  knowAnotherKey(): { readonly file: string; readonly host: string; readonly fingerprint: string } {
    const file = path.join(this.folder, 'known')
    const host = `[127.0.0.1]:${this.port}`
    fs.writeFileSync(file, `# others\n${host} ${fs.readFileSync(path.join(this.folder, 'other.pub'), 'utf8')}`)
    const shown = execFileSync('ssh-keygen', ['-l', '-f', path.join(this.folder, 'host.pub')], { encoding: 'utf8' })
    return { file, host, fingerprint: `ED25519 ${shown.split(' ')[1] ?? ''}` }
  }

  get clientArguments(): readonly string[] {
    return ['-F', this.configPath]
  }

  /** The key needs a passphrase from here on. */
  lockKey(passphrase: string): void {
    execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', passphrase, '-f', path.join(this.folder, 'user')])
  }

  /** Processes of the server, its connections too. */
  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.#daemon.once('exit', resolve))
    this.#daemon.kill('SIGTERM')
    await exited
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}

/** User and group of `farUser`. */
export function farIds(): { readonly userId: number; readonly groupId: number } {
  makeUser()
  return { userId: idOf('-u'), groupId: idOf('-g') }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, farUser], { encoding: 'utf8' }))
}

/** A copy of a program with everything beside it, where the second user can run it. */
export function forFarUser(program: string, folder: string): string {
  const copy = path.join(folder, 'program')
  fs.cpSync(path.dirname(program), copy, { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', copy])
  return path.join(copy, path.basename(program))
}

function makeUser(): void {
  // Another test may be making it at this moment.
  if (spawnSync('id', [farUser]).status !== 0) spawnSync('useradd', ['-m', '-s', '/bin/sh', farUser])
  // An account without a password (`!`) is refused even with a key.
  execFileSync('usermod', ['-p', '*', farUser])
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function waitForPort(port: number): Promise<void> {
  for (let left = 200; left > 0; left--) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const isThere = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(25)
  }
  throw new Error(`sshd does not listen on ${port}`)
}
