import { describe, expect, it } from 'vitest'
import { readQuestion } from './askpass.ts'
import { isForwardRefused, mayKeyForward, printable, readFailure, readProgress } from './ssh-log.ts'

describe('output of ssh', () => {
  it.each([
    ['debug1: Remote protocol version 2.0, remote software version OpenSSH_9.2p1', 'network', 'OpenSSH_9.2p1'],
    [
      `debug1: Server host key: ssh-ed25519 SHA256:${'a'.repeat(43)}`,
      'host-key',
      `ssh-ed25519 SHA256:${'a'.repeat(43)}`,
    ],
    ['Authenticated to web03 ([10.0.0.7]:22) using "publickey".', 'sign-in', 'publickey'],
  ])('%s is progress', (line, hop, detail) => {
    expect(readProgress(line)).toEqual({ hop, detail })
  })

  it.each([
    ['ssh: Could not resolve hostname web99: Name or service not known', 'network', 'unknown-host'],
    ['ssh: connect to host web03 port 22: Connection refused', 'network', 'unreachable'],
    ['Host key verification failed.', 'host-key', 'host-key-declined'],
    [
      '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.',
      'host-key',
      'host-key-changed',
    ],
    ['mara@web03: Permission denied (publickey).', 'sign-in', 'sign-in-refused'],
    ['/home/mara/.ssh/config: line 3: Bad configuration option: usr', 'client', 'bad-configuration'],
  ])('%s names the step that failed', (said, hop, kind) => {
    expect(readFailure(`debug1: Connection refused\n${said}\n`, 'network')).toMatchObject({ hop, kind })
  })

  it.each([
    ['Connection reset by 10.0.0.7 port 22', 'host-key'],
    ['ssh_dispatch_run_fatal: Connection to 10.0.0.7 port 22: Broken pipe', 'sign-in'],
    ['Connection closed by 10.0.0.7 port 22', 'sign-in'],
    ['client_loop: send disconnect: Broken pipe', 'shell'],
    ['Connection to 10.0.0.7 closed by remote host.', 'shell'],
  ] as const)('“%s” at the step %s blames neither key nor shell', (said, hop) => {
    expect(readFailure(`${said}\n`, hop)).toMatchObject({ hop, kind: 'closed-early' })
    expect(readFailure(`${said}\n`, 'network')).toMatchObject({ hop: 'network', kind: 'unreachable' })
  })

  it('a session that ends without a word failed where it had come to', () => {
    expect(readFailure('debug1: x\n', 'shell')).toEqual({ hop: 'shell', kind: 'no-shell', said: null })
  })

  it('key options say whether it may forward', () => {
    expect(mayKeyForward('debug1: Remote: /x:1: key options: pty user-rc')).toBe(false)
    expect(mayKeyForward('debug1: Remote: /x:1: key options: port-forwarding pty')).toBe(true)
    expect(mayKeyForward('debug1: other')).toBeNull()
    expect(isForwardRefused('channel 2: open failed: connect failed: open failed')).toBe(true)
  })

  it('nothing that rewrites a line or turns the direction of writing is shown', () => {
    expect(printable('a\u001b[31mb\u202ec\r\nd')).toBe('a[31mbc\nd')
    expect(printable('x'.repeat(5000))).toHaveLength(1000)
  })
})

describe('prompts of ssh', () => {
  const hostKey =
    "The authenticity of host 'web03 (10.0.0.7)' can't be established.\nED25519 key fingerprint is " +
    `SHA256:${'b'.repeat(43)}.\nThis key is not known by any other names.\nAre you sure you want to continue connecting (yes/no/[fingerprint])? `

  it('an unknown host key is shown with its fingerprint', () => {
    expect(readQuestion(hostKey, 'text')).toMatchObject({
      kind: 'host-key',
      host: 'web03 (10.0.0.7)',
      fingerprint: `ED25519 SHA256:${'b'.repeat(43)}`,
    })
  })

  it('other yes-or-no prompts are distinguished from secrets', () => {
    expect(readQuestion('Allow use of key?', 'confirm').kind).toBe('confirm')
    expect(readQuestion("Enter passphrase for key '/home/mara/.ssh/id': ", 'text').kind).toBe('secret')
    expect(readQuestion('Verification code: ', 'text').kind).toBe('secret')
  })
})
