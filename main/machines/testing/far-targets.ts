import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { buildSample, startTarget, type SampleTarget, type StartTargetOptions } from '../../../samples/start-target.ts'
import { pause } from '../../os/pause.ts'
import { farIds, forFarUser } from './ssh-server.ts'

/** As of a service with `PrivateTmp=yes`, and as of a container with its own root, network and `TMPDIR`. */
const containers = {
  'private-tmp': {
    socketFolder: '/tmp',
    innerPid: null,
    namespaces: ['--mount'],
    script: 'mount --bind "$1" /mnt && mount -t tmpfs -o mode=1777 none /tmp && exec $2 /mnt/Pipescope.Sample idle',
  },
  container: {
    socketFolder: '/var/tmp',
    innerPid: 1,
    namespaces: ['--mount', '--pid', '--net'],
    script:
      'mount --bind "$1" /srv && mount --rbind / /mnt && mount -t tmpfs -o mode=1777 none /mnt/var/tmp && ' +
      'mount -t proc none /mnt/proc && TMPDIR=/var/tmp exec chroot /mnt $2 /srv/Pipescope.Sample idle',
  },
} as const

export interface ContainedTarget {
  /** Outside of its container. */
  readonly pid: number
  /** Inside of it. */
  readonly socketFolder: string
  /** Null: the same as outside. */
  readonly innerPid: number | null
}

/** Targets of the second user, in the `far` part of this machine. */
export class FarTargets {
  readonly #folder: string
  readonly #targets: SampleTarget[] = []
  readonly #containers: ChildProcess[] = []
  readonly #contained: number[] = []

  /** @param folder where that user may read; whoever made it removes it. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async start(options: StartTargetOptions): Promise<SampleTarget> {
    const folder = fs.mkdtempSync(path.join(this.#folder, 't-'))
    fs.chmodSync(folder, 0o755)
    const program = forFarUser(buildSample(options.variant ?? 'net10'), folder)
    const env = { TMPDIR: undefined, HOME: '/tmp', ...options.env }
    const target = await startTarget({ ...options, program, user: farIds(), cwd: '/tmp', env })
    this.#targets.push(target)
    return target
  }

  /** The first process of namespaces of its own. */
  async contained(kind: keyof typeof containers): Promise<ContainedTarget> {
    const { namespaces, script, socketFolder, innerPid } = containers[kind]
    const folder = fs.mkdtempSync(path.join(this.#folder, 'c-'))
    fs.chmodSync(folder, 0o755)
    const program = forFarUser(buildSample('net10'), folder)
    const { userId, groupId } = farIds()
    const asUser = `setpriv --reuid=${userId} --regid=${groupId} --clear-groups`
    const words = [...namespaces, '--fork', '--kill-child', 'sh', '-c', script, 'sh', path.dirname(program), asUser]
    const env = { ...process.env, TMPDIR: undefined, HOME: '/tmp' }
    const outer = spawn('unshare', words, { stdio: ['ignore', 'ignore', 'inherit'], env, cwd: '/' })
    this.#containers.push(outer)
    const children = `/proc/${outer.pid}/task/${outer.pid}/children`
    for (let left = 100; left > 0; left--) {
      const [inner] = fs.readFileSync(children, 'utf8').split(' ')
      // oxlint-disable-next-line no-await-in-loop -- until it is there
      if (inner === undefined || inner === '') await pause(50)
      else {
        this.#contained.push(Number(inner))
        return { pid: Number(inner), socketFolder, innerPid }
      }
    }
    throw new Error(`no process in the ${kind}`)
  }

  async end(): Promise<void> {
    // Another user takes the wish to end with its parent away.
    for (const pid of this.#contained) process.kill(pid, 'SIGKILL')
    for (const container of this.#containers) container.kill('SIGKILL')
    await Promise.allSettled(this.#targets.map((target) => target.dispose()))
  }
}
