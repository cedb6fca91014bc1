import path from 'node:path'

/** Paths count from the folder of the caller; npm runs scripts in the repository and leaves the caller's in INIT_CWD. */
export function callerPath(given: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
}
