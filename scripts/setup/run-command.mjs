import { spawn } from 'node:child_process'
import { SetupError } from './report.mjs'

/**
 * Runs a program to its end without a shell and without stdin.
 *
 * @param {string} program
 * @param {readonly string[]} commandArguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ exitCode: number, stdout: string, stderr: string }>} exit code 127 when there is no such program
 */
export function runCommand(program, commandArguments, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, commandArguments, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('error', (error) => resolve({ exitCode: 127, stdout, stderr: String(error) }))
    child.on('close', (code) => resolve({ exitCode: code ?? 1, stdout, stderr }))
  })
}

/**
 * Like runCommand, but a failure ends the set-up with the last lines that the program wrote.
 *
 * @param {string} what for the message: `npm ci`, `vite build`
 * @param {string} program
 * @param {readonly string[]} commandArguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 */
export async function mustRun(what, program, commandArguments, options = {}) {
  const result = await runCommand(program, commandArguments, options)
  if (result.exitCode !== 0) {
    const tail = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-25).join('\n')
    throw new SetupError(`${what} failed with exit code ${result.exitCode}:\n${tail}`)
  }
  return result.stdout
}

/**
 * How to call npm: by the script that runs us when npm started us (the same version, and right on Windows, where `npm`
 * is a batch file), else by name.
 *
 * @param {readonly string[]} npmArguments
 * @returns {{ program: string, arguments: string[], shell: boolean }}
 */
export function npmCommand(npmArguments) {
  const script = process.env['npm_execpath']
  if (script && /npm-cli\.c?js$/.test(script)) {
    return { program: process.execPath, arguments: [script, ...npmArguments], shell: false }
  }
  return { program: 'npm', arguments: [...npmArguments], shell: process.platform === 'win32' }
}
