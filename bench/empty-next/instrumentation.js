/** Without one of its own, this application would be built with that of the project around it. */
export function register() {}
