/** Runs `act` as if on another system: for the branches that this one never takes. What the system itself does stays this one's. */
export async function onPlatform<T>(platform: NodeJS.Platform, act: () => T | Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!
  Object.defineProperty(process, 'platform', { ...own, value: platform })
  try {
    return await act()
  } finally {
    Object.defineProperty(process, 'platform', own)
  }
}
