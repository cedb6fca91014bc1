export function DiagnosticsScreen() {
  return <h1>Own diagnostics</h1>
}
