import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup/paths.mjs'
import { identityOf } from './app-identity.mjs'
import { fileTypes } from './file-types.mjs'
import { appStreamMetadata, debChangelog, debControl, desktopEntry, mimeTypes, rpmSpec } from './linux-files.mjs'

const now = new Date('2026-01-02T03:04:05Z')
const pinned = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies.electron

describe('what a package says about itself', () => {
  it('is a test build on any other Electron than the pinned one, older than the release', () => {
    const identity = identityOf('33.2.1', now, 'x64')
    expect(identity.isTest).toBe(true)
    expect(identity.version).toMatch(/~test$/)
    expect(debControl(identity, 1, '2.25')).toContain('TEST BUILD on Electron 33.2.1')
    expect(rpmSpec(identity, '/tree', [], [], '2.25')).toContain('TEST BUILD on Electron 33.2.1')
    expect(appStreamMetadata(identity)).toContain('type="development"')
  })

  it('is a release on the pinned Electron', () => {
    const identity = identityOf(pinned, now, 'arm64')
    expect(identity.isTest).toBe(false)
    expect(debControl(identity, 1, '2.25')).not.toContain('TEST BUILD')
    expect(debControl(identity, 1, '2.25')).toContain('Architecture: arm64')
    expect(appStreamMetadata(identity)).toContain('date="2026-01-02" type="stable"')
  })

  it('gives dpkg a description whose every line after the first is indented', () => {
    const control = debControl(identityOf('33.2.1', now, 'x64'), 2048, '2.25')
    const after = control.split('Description: ')[1]?.trimEnd().split('\n').slice(1) ?? []
    expect(after.length).toBeGreaterThan(1)
    for (const line of after) expect(line).toMatch(/^ \S/)
    expect(control).toContain('\nInstalled-Size: 2\n')
  })

  it('fits a terminal, where dpkg and rpm print it as it is', () => {
    const identity = identityOf('33.2.1', now, 'x64')
    const description = debControl(identity, 1, '2.25').split('Description: ')[1] ?? ''
    const ofRpm = rpmSpec(identity, '/tree', [], [], '2.25').split('%description\n')[1]?.split('\n\n')[0] ?? ''
    for (const line of [...description.split('\n'), ...ofRpm.split('\n')]) expect(line.length).toBeLessThan(80)
    expect(ofRpm.replaceAll('\n', ' ')).toBe(identity.description.replaceAll('\n', ' '))
  })

  it('has the changelog that dpkg wants, of the day it was made', () => {
    const text = debChangelog(identityOf('33.2.1', now, 'x64'))
    expect(text).toMatch(/^pipescope \(.+~test\) unstable; urgency=medium\n/)
    expect(text).toMatch(/\n -- .+ <.+>  Fri, 02 Jan 2026 00:00:00 \+0000\n$/)
  })

  it('names the oldest glibc that it runs on, so that a package manager refuses and not the app', () => {
    const identity = identityOf('33.2.1', now, 'x64')
    expect(debControl(identity, 1, '2.25')).toContain('\nDepends: libc6 (>= 2.25), ')
    expect(rpmSpec(identity, '/tree', [], [], '2.25')).toContain('\nRequires: libc.so.6(GLIBC_2.25)(64bit)\n')
  })
})

describe('files that open with a double-click', () => {
  it('never become a switch: the name stands behind --', () => {
    expect(desktopEntry()).toContain('\nExec=pipescope -- %f\n')
  })

  it('are the same on every system', () => {
    const builder = fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')
    const lines = (/** @type {RegExp} */ form) => [...builder.matchAll(form)].map((match) => match.slice(1))
    const ours = fileTypes.map(({ ending, name }) => [ending, name])
    expect(lines(/- \{ ext: (\w+), name: ([^,]+), role: Viewer \}/g)).toEqual(ours)
    expect(lines(/- \{ ext: (\w+), name: Pipescope\.\1, description: ([^}]+) \}/g)).toEqual(ours)
    const installer = fs.readFileSync(path.join(root, 'packaging/installer.nsh'), 'utf8')
    const endings = [...installer.matchAll(/^ {2}!insertmacro \$\{DO\} (\w+)$/gm)].map((match) => match[1])
    expect(endings).toEqual(fileTypes.map(({ ending }) => ending))
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
    const spec = rpmSpec(identityOf('33.2.1', now, 'x64'), '/tree', ['"/usr/bin/pipescope"'], ['libnss3.so'], '2.25')
    expect(spec).not.toMatch(/^%(pre|post|preun|postun|trigger)/m)
    expect(spec).toContain('%global __os_install_post %{nil}')
    expect(spec).toContain('\n"/usr/bin/pipescope"\n')
    expect(spec).toContain('\nRequires: libnss3.so()(64bit)\n')
    expect(spec).toContain('\n%global _buildhost localhost\n')
  })
})
