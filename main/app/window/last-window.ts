/** Whether the app ends with its last window: not on macOS, where applications live on without one, and not while rules are armed. */
export function endsWithLastWindow(platform: NodeJS.Platform, isKeptInBackground: boolean): boolean {
  return platform !== 'darwin' && !isKeptInBackground
}
