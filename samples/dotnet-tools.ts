import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hasDotnetSdk } from './build.mjs'

const toolsFolder = path.join(import.meta.dirname, '..', '.cache', 'tools')

const versions = { 'dotnet-trace': '10.0.750501' } as const

/**
 * Microsoft's command-line tools, installed on demand into `.cache/tools/<name>-<version>/` for tests that compare with them. Null
 * when that cannot be done here (no SDK, package not reachable).
 */
export function tryInstallTool(name: keyof typeof versions): string | null {
  if (!hasDotnetSdk()) return null
  const folder = path.join(toolsFolder, `${name}-${versions[name]}`)
  const program = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name)
  if (existsSync(program)) return program
  const work = `${folder}.${process.pid}.tmp`
  mkdirSync(toolsFolder, { recursive: true })
  const installed = spawnSync('dotnet', ['tool', 'install', name, '--version', versions[name], '--tool-path', work], {
    encoding: 'utf8',
    env: { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
  })
  try {
    if (installed.status !== 0) return null
    // Renamed as the last step: a folder that exists is complete. Somebody else may have been faster.
    if (!existsSync(folder)) renameSync(work, folder)
    return program
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
