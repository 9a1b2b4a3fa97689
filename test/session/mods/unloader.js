// Answers what the engine reads as settings: without a guard above it the engine forgets the organisation's plugins.
export function register(on) {
  on('settings.read', () => ({ value: {} }))
}
