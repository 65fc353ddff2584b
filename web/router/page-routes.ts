import { areaOf, pageOf, pages, type Area, type AreaOf, type PageName, type PathOf, type SearchOf } from '#contract/pages.ts'
import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { guardPage } from './guards.ts'
import { componentOf } from './page-components.ts'

/** The routes of an area's pages, by name. */
export function pageRoutes<Parent extends AnyRoute, Of extends Area>(parent: Parent, area: Of) {
  const names = (Object.keys(pages) as PageName[]).filter(name => areaOf(pages[name].path) === area)
  return Object.fromEntries<unknown>(names.map(name => [name, pageRoute(parent, name)])) as {
    [Name in PageName as AreaOf<PathOf<Name>> extends Of ? Name : never]: ReturnType<typeof pageRoute<Parent, Name>>
  }
}

function pageRoute<Parent extends AnyRoute, Name extends PageName>(parent: Parent, name: Name) {
  return createRoute({
    getParentRoute: () => parent,
    path: pathBelowArea(name),
    // parseSearch returns text only.
    validateSearch: (search: Record<string, unknown>) => search as SearchOf<Name>,
    beforeLoad: ({ params, location }) => guardPage(pageOf(name), params, location.searchStr),
    component: componentOf(name),
  })
}

type BelowArea<Path extends string> = AreaOf<Path> extends 'public' ? Path : Path extends `/${string}/${infer Rest}` ? `/${Rest}` : '/'

/** `/users` of `/admin/users`, `/` of `/admin`. */
function pathBelowArea<Name extends PageName>(name: Name): BelowArea<PathOf<Name>> {
  const { path } = pages[name]
  const area = areaOf(path)
  return (area === 'public' ? path : path.slice(area.length + 1) || '/') as BelowArea<PathOf<Name>>
}
