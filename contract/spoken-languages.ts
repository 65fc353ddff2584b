/**
 * Languages that people speak, as BCP 47 tags: those that CLDR names and that are spoken today, without varieties of
 * another one here, and sign languages.
 */
export const spokenLanguages =
  `aa ab ach aeb af ak am an ar arq ary arz as ase av awa ay az ba bal ban be bem bfi bg bho bi bm bn bo br bs ca ce ceb ckb co cr crs cs cv cy
  da de din dv dz ee el en eo es et eu fa fa-AF ff fi fil fj fo fon fr fsl fy ga gaa gan gd gl gn gsg gu gv ha hak haw he hi hif hil hmn ho hr
  ht hu hy hz id ig ii ik ilo is isg it iu ja jv ka kab kam kea kg ki kk kl km kln kn ko kok kr kri ks ku kv kw ky lah lb lg li ln lo loz lt lu
  lua luo lus luy lv mad mag mai men mfe mg mh mi min mk ml mn mni mos mr ms mt my mzn na nan nb nd ne new ng nl nn nqo nr nso nus nv ny nyn oc
  oj om or os pa pap pcm pl ps pt qu raj rhg rm rn ro rom ru rw sat sc sd se sg shn shu si sid sk sl sm sn snk so sq sr ss ssp st su suk sus sv
  sw syr ta te tet tg th ti tig tiv tk tn to tpi tr ts tt tum tvl ty ug uk umb ur uz ve vi wa wal war wo wuu xh yao yi yo yue za zgh zh zu zza`.split(
    /\s+/,
  )

/** Sign languages that Intl does not name, by the names that their users give them. */
export const signLanguages: Record<string, string> = {
  ase: 'American Sign Language (ASL)',
  bfi: 'British Sign Language (BSL)',
  fsl: 'Langue des signes française (LSF)',
  gsg: 'Deutsche Gebärdensprache (DGS)',
  isg: 'Irish Sign Language (ISL)',
  ssp: 'Lengua de signos española (LSE)',
}

/** The name of a spoken language in another one; in English where that one has none. `locale`: for Intl. */
export const nameSpokenLanguage = (tag: string, locale: string): string =>
  signLanguages[tag] ??
  new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(tag) ??
  new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ??
  tag

/** Every spoken language with its name, in the order of the names. */
export const listSpokenLanguages = (locale: string): { value: string; label: string }[] =>
  spokenLanguages
    .map(value => ({ value, label: nameSpokenLanguage(value, locale) }))
    // Browsers with few names (Intl) leave out rare languages.
    .filter(({ value, label }) => label !== value)
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
