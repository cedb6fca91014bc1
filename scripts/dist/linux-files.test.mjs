import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup/paths.mjs'
import { identityOf } from './app-identity.mjs'
import { fileTypes } from './file-types.mjs'
import { appStreamMetadata, debControl, desktopEntry, mimeTypes, rpmSpec } from './linux-files.mjs'

const now = new Date('2026-01-02T03:04:05Z')
const pinned = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies.electron

describe('what a package says about itself', () => {
  it('is a test build on any other Electron than the pinned one, older than the release', () => {
    const identity = identityOf('33.2.1', now, 'x64')
    expect(identity.isTest).toBe(true)
    expect(identity.version).toMatch(/~test$/)
    expect(debControl(identity, 1)).toContain('TEST BUILD on Electron 33.2.1')
    expect(rpmSpec(identity, '/tree', [], [])).toContain('TEST BUILD on Electron 33.2.1')
    expect(appStreamMetadata(identity)).toContain('type="development"')
  })

  it('is a release on the pinned Electron', () => {
    const identity = identityOf(pinned, now, 'arm64')
    expect(identity.isTest).toBe(false)
    expect(debControl(identity, 1)).not.toContain('TEST BUILD')
    expect(debControl(identity, 1)).toContain('Architecture: arm64')
    expect(appStreamMetadata(identity)).toContain('date="2026-01-02" type="stable"')
  })

  it('gives dpkg a description whose every line after the first is indented', () => {
    const control = debControl(identityOf('33.2.1', now, 'x64'), 2048)
    const after = control.split('Description: ')[1]?.trimEnd().split('\n').slice(1) ?? []
    expect(after.length).toBeGreaterThan(1)
    for (const line of after) expect(line).toMatch(/^ \S/)
    expect(control).toContain('\nInstalled-Size: 2\n')
  })
})

describe('files that open with a double-click', () => {
  it('never become a switch: the name stands behind --', () => {
    expect(desktopEntry()).toContain('\nExec=pipescope -- %f\n')
  })

  it('are the same on every system', () => {
    const builder = fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')
    const there = [...builder.matchAll(/- \{ ext: (\w+), name: ([^,]+), role: Viewer \}/g)].map((m) => [m[1], m[2]])
    expect(there).toEqual(fileTypes.map(({ ending, name }) => [ending, name]))
  })

  it('are known by their endings, event traces by their first bytes as well', () => {
    const xml = mimeTypes()
    for (const { ending, mime } of fileTypes) {
      expect(xml).toContain(`<mime-type type="${mime}">`)
      expect(xml).toContain(`<glob pattern="*.${ending}"`)
      expect(desktopEntry()).toContain(`${mime};`)
    }
    expect(xml).toContain('value="Nettrace"')
  })
})

describe('the spec of the .rpm', () => {
  it('has no scripts and lets nothing rewrite the fused executable', () => {
    const spec = rpmSpec(identityOf('33.2.1', now, 'x64'), '/tree', ['"/usr/bin/pipescope"'], ['libnss3.so'])
    expect(spec).not.toMatch(/^%(pre|post|preun|postun|trigger)/m)
    expect(spec).toContain('%global __os_install_post %{nil}')
    expect(spec).toContain('\n"/usr/bin/pipescope"\n')
    expect(spec).toContain('\nRequires: libnss3.so()(64bit)\n')
  })
})
