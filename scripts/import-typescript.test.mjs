import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { importTypeScript } from './import-typescript.mjs'
import { projectCache, root } from './setup/paths.mjs'

it('loads a module, and what the module imports only when it is called', async () => {
  fs.mkdirSync(projectCache, { recursive: true })
  const folder = fs.mkdtempSync(path.join(projectCache, 'import-'))
  try {
    fs.writeFileSync(
      path.join(folder, 'now.ts'),
      "export const later = async () => (await import('./later.ts')).value\n",
    )
    fs.writeFileSync(path.join(folder, 'later.ts'), 'export const value: number = 7\n')
    const module = await importTypeScript(path.relative(root, path.join(folder, 'now.ts')))
    expect(await module['later']()).toBe(7)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
