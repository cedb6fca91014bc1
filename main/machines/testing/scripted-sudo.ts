import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/**
 * Programs called `sudo` and `socat` for the login user of a server of tests. Whatever that user runs, they reach one socket: the one that
 * `leadTo` names, through a server of the test, which may connect to it.
 */
export class ScriptedSudo {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-sudo-'))
  readonly #log = path.join(this.#folder, 'log')
  readonly #open = new Set<net.Socket>()
  #server: net.Server | null = null

  constructor() {
    fs.chmodSync(this.#folder, 0o755)
    fs.writeFileSync(this.#log, '')
    fs.chmodSync(this.#log, 0o666)
  }

  /** For the server: its sessions find these programs before all others. */
  get settings(): readonly string[] {
    return [`SetEnv PATH=${this.#folder}:/usr/bin:/bin`]
  }

  /** Its arguments, by the start. */
  get started(): readonly string[] {
    return fs.readFileSync(this.#log, 'utf8').split('\n').slice(0, -1)
  }

  /** Both ends of every connection that leads to the socket. */
  get openCount(): number {
    return this.#open.size
  }

  allow(): void {
    this.#write('shift 3; exec "$@"')
  }

  refuse(): void {
    this.#write('echo "sudo: a password is required" >&2; exit 1')
  }

  async leadTo(socketPath: string): Promise<void> {
    const door = path.join(this.#folder, 'door')
    this.#server = net.createServer((near) => {
      const far = net.connect(socketPath)
      this.#join(near, far)
      this.#join(far, near)
    })
    this.#server.listen(door)
    await once(this.#server, 'listening')
    fs.chmodSync(door, 0o666)
    fs.writeFileSync(path.join(this.#folder, 'socat'), socatTo(door), { mode: 0o755 })
  }

  stop(): void {
    this.#server?.close()
    for (const socket of this.#open) socket.destroy()
    fs.rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(script: string): void {
    const text = `#!/bin/sh\necho "$*" >> ${this.#log}\n${script}\n`
    fs.writeFileSync(path.join(this.#folder, 'sudo'), text, { mode: 0o755 })
  }

  #join(from: net.Socket, to: net.Socket): void {
    this.#open.add(from)
    from.on('error', () => undefined)
    from.pipe(to)
    from.once('close', () => {
      this.#open.delete(from)
      to.destroy()
    })
  }
}

/** In Perl, which every Debian has. */
const socatTo = (socket: string): string => `#!/usr/bin/perl
use IO::Socket::UNIX; use IO::Select;
my $s = IO::Socket::UNIX->new(Peer => '${socket}') or die "connect: $!\\n";
my $both = IO::Select->new(\\*STDIN, $s);
while (1) { for my $from ($both->can_read) {
  exit 0 unless sysread($from, my $bytes, 65536);
  syswrite($from == $s ? \\*STDOUT : $s, $bytes);
} }
`
