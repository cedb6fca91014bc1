import { execFile } from 'node:child_process'
import path from 'node:path'
import { farCommand } from './far-script.ts'
import { linkLogPath } from './link-folder.ts'
import { hostArguments, type SshHost } from './ssh-host.ts'

interface ControlOptions {
  readonly host: SshHost
  readonly extraArguments?: readonly string[]
  readonly program?: string
}

const forwardTimeoutMs = 5000

/** How ssh is asked for a connection, for another session in it, and for forwardings: its master listens on a socket in the folder of the link. */
export class ControlSocket {
  readonly #folder: string
  readonly #options: ControlOptions

  constructor(folder: string, options: ControlOptions) {
    this.#folder = folder
    this.#options = options
  }

  get program(): string {
    return this.#options.program ?? 'ssh'
  }

  /** For the connection itself, with the far shell in it. */
  masterArguments(): readonly string[] {
    const settings = [
      'LogLevel=DEBUG1',
      'ControlPersist=no',
      'ClearAllForwardings=yes',
      'ForwardAgent=no',
      'ForwardX11=no',
      'PermitLocalCommand=no',
      'RemoteCommand=none',
      'RequestTTY=no',
      'BatchMode=no',
      'ConnectTimeout=20',
      'ServerAliveInterval=5',
      'ServerAliveCountMax=3',
      'StreamLocalBindMask=0177',
      'StreamLocalBindUnlink=no',
    ]
    return [
      '-T',
      '-M',
      '-S',
      this.#path,
      '-E',
      linkLogPath(this.#folder),
      ...settings.flatMap((setting) => ['-o', setting]),
      ...(this.#options.extraArguments ?? []),
      ...hostArguments(this.#options.host),
      farCommand,
    ]
  }

  /** For one more session in this connection, up to its command. */
  sessionArguments(): readonly string[] {
    // Without the master ssh would connect by itself, to a host called x.
    const settings = ['ProxyCommand=false', 'BatchMode=yes', 'ControlMaster=no', 'RequestTTY=no']
    return ['-T', '-F', 'none', '-S', this.#path, ...settings.flatMap((setting) => ['-o', setting]), 'x']
  }

  /** False: refused, or the connection is gone. */
  say(command: 'forward' | 'cancel', way: '-L' | '-R', pair: string): Promise<boolean> {
    return new Promise((resolve) => {
      const words = ['-F', 'none', '-S', this.#path, '-O', command, way, pair, 'x']
      execFile(this.program, words, { timeout: forwardTimeoutMs }, (error) => resolve(error === null))
    })
  }

  get #path(): string {
    return path.join(this.#folder, 'c')
  }
}
