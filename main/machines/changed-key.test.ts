import { describe, expect, it } from 'vitest'
import { isChangedKey, readChangedKey } from './changed-key.ts'

const sent = `SHA256:${'b'.repeat(43)}`

/** As OpenSSH 9.2 of Debian logs it. */
const warning = (
  file = '/home/mara/.ssh/known_hosts',
  fingerprint = sent,
): string => `debug1: Server host key: ssh-ed25519 ${fingerprint}
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!
The fingerprint for the ED25519 key sent by the remote host is
${fingerprint}.
Please contact your system administrator.
Add correct host key in /home/mara/.ssh/known_hosts to get rid of this message.
Offending ED25519 key in ${file}:12
  remove with:
  ssh-keygen -f "${file}" -R "web03.example.com"
Host key for web03.example.com has changed and you have requested strict checking.
Host key verification failed.
`
const settings = (...more: readonly string[]): string =>
  [
    'hostname web03.example.com',
    'port 22',
    'globalknownhostsfile /etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2',
    'userknownhostsfile /home/mara/.ssh/known_hosts /home/mara/.ssh/known hosts 2',
    ...more,
  ].join('\n')

const found = {
  fingerprint: `ED25519 ${sent}`,
  file: '/home/mara/.ssh/known_hosts',
  line: 12,
  host: 'web03.example.com',
  isOfPerson: true,
}

describe('a changed host key', () => {
  it('is named with what the machine presents, and where the known one stands', () => {
    expect(isChangedKey(warning())).toBe(true)
    expect(readChangedKey(warning(), settings())).toEqual(found)
  })

  it('stands in a file whose name has blanks, or in one for every user', () => {
    const withBlanks = '/home/mara/.ssh/known hosts 2'
    expect(readChangedKey(warning(withBlanks), settings())).toEqual({ ...found, file: withBlanks })
    const file = '/etc/ssh/ssh_known_hosts2'
    expect(readChangedKey(warning(file), settings())).toEqual({ ...found, file, isOfPerson: false })
  })

  it('is that of the host as known_hosts names it: with another port, or with an alias for keys', () => {
    const port = settings().replace('port 22', 'port 2222')
    expect(readChangedKey(warning(), port)?.host).toBe('[web03.example.com]:2222')
    expect(readChangedKey(warning(), `${port}\nhostkeyalias cluster`)?.host).toBe('cluster')
  })

  it('no file is named in which ssh has no known hosts, or without the settings of ssh', () => {
    expect(readChangedKey(warning('/home/mara/notes'), settings())).toBeNull()
    expect(readChangedKey(warning('/home/mara/.ssh/known_host'), settings())).toBeNull()
    expect(readChangedKey(warning(), '')).toBeNull()
    expect(readChangedKey('debug1: nothing\n', settings())).toBeNull()
  })

  it('lines that a machine put into the log before do not count', () => {
    const forged = warning('/etc/ssh/ssh_known_hosts', `SHA256:${'c'.repeat(43)}`)
    expect(readChangedKey(`debug1: Remote: x\n${forged}${warning()}`, settings())).toEqual(found)
  })
})
