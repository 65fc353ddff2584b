import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

type PageFile = () => Promise<{ default: () => React.ReactNode }>

/** A page: its path below the parent, its file (fetched when it is opened), and who may open it. */
export const page = (parent: AnyRoute, path: string, file: PageFile, guard?: () => void): AnyRoute =>
  createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(file), ...(guard && { beforeLoad: guard }) }) as AnyRoute

/** A path that only leads elsewhere. */
export const moved = (
  parent: AnyRoute,
  path: string,
  guard: (to: { params: Record<string, string>; location: { searchStr: string } }) => void,
): AnyRoute => createRoute({ getParentRoute: () => parent, path, beforeLoad: guard as never }) as unknown as AnyRoute
