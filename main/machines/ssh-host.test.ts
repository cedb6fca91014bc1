import { describe, expect, it } from 'vitest'
import { hostArguments, parseSshHost } from './ssh-host.ts'

const good = ['web03', 'mara@web03.example', 'mara@10.0.0.7:2222', 'a_b@[2001:db8::1]:22', '_gateway', 'far-jump']
const bad = [
  '',
  '-oProxyCommand=touch',
  'mara@-oProxyCommand=x',
  '-l@host',
  'mara@web03;id',
  'mara@$(id)',
  'mara@`id`',
  'web 03',
  'web03\n',
  'a@b@c',
  '@web03',
  'web03:0',
  'web03:70000',
  'web03:22:22',
  '%h',
  '../x',
  'a'.repeat(200),
]

describe('a host as a person names it', () => {
  it.each(good)('%s is taken', (text) => {
    expect(parseSshHost(text)?.destination).toBe(text)
  })

  it.each(bad.map((text) => [JSON.stringify(text), text] as const))('%s is refused', (_name, text) => {
    expect(parseSshHost(text)).toBeNull()
  })

  it('comes after all switches of ssh and can never be one', () => {
    const host = parseSshHost('mara@web03:2222')
    expect(host && hostArguments(host)).toEqual(['-p', '2222', '-l', 'mara', '--', 'web03'])
  })
})
