/** Whether a program's name fits; case does not matter. */
export function fitsPattern(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name)
}
