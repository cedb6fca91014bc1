/** A system as the runtimes on it call it. */
export function demoSystem(
  platform: NodeJS.Platform,
  arch: string,
): { readonly operatingSystem: string; readonly architecture: string; readonly runtimeIdentifier: string } {
  const [operatingSystem, identifier] =
    platform === 'win32' ? ['Windows', 'win'] : platform === 'darwin' ? ['macOS', 'osx'] : ['Linux', 'linux']
  return {
    operatingSystem,
    architecture: arch === 'arm' ? 'arm32' : arch,
    runtimeIdentifier: `${identifier}-${arch}`,
  }
}
