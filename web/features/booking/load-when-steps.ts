/** The steps of day and time; asked for when a kind of support is approached, so that they are there when it is chosen. */
export const loadWhenSteps = () => import('./when-steps.tsx')
