import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseSshConfig, readSshHosts } from './ssh-config.ts'

let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-ssh-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))
const write = (name: string, text: string): string => {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  return file
}

describe('hosts of the ssh configuration', () => {
  it('are the Host entries without patterns, in their order', async () => {
    const file = write('config', 'Host web03 web04\n  User mara\nHost *.example !bad\nhost="db one" db2 # Host no\n')
    expect(await readSshHosts(file)).toEqual(['web03', 'web04', 'db2'])
  })

  it('come from included files too, also by pattern and relative to the configuration', async () => {
    write('conf.d/b.conf', 'Host second\n')
    write('conf.d/a.conf', 'Host first\n')
    write('conf.d/.hidden', 'Host hidden\n')
    const file = write('config', 'Include conf.d/*\nHost last\n')
    expect(await readSshHosts(file)).toEqual(['first', 'second', 'last'])
  })

  it('a configuration that includes itself, is a folder or is missing ends the search', async () => {
    const file = write('config', 'Host once\nInclude config\n')
    expect(await readSshHosts(file)).toEqual(['once'])
    expect(await readSshHosts(folder)).toEqual([])
    expect(await readSshHosts(path.join(folder, 'none'))).toEqual([])
  })

  it('a host that ssh would parse as an option is not offered', async () => {
    expect(await readSshHosts(write('config', 'Host -oProxyCommand=x ok\n'))).toEqual(['ok'])
  })

  it('keywords are read with = and in quotes, comments are left out', () => {
    expect(parseSshConfig('# a\n Port = 22 # b\nUser "mara k"\n')).toEqual([
      { keyword: 'port', values: ['22'] },
      { keyword: 'user', values: ['mara k'] },
    ])
  })
})
