/** What is known of the selected frame, right of all tabs. */
export function FrameInspector() {
  return null
}
