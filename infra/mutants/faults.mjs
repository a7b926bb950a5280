// Faults that a person could make, spread over all parts. Each replaces the one place in `file` that reads `from`.
// `make mutants` plants them one at a time and expects the tests of `make test` to fail. `seen` is a test that ought to
// see it, which is run early: a scenario of the API by its name, else a file. Go's tests in the fault's package come
// before.

const cms = "cms-api/internal";

export const faults = [
  // Who may do what, and who is it
  {
    what: "drafts are public",
    file: `${cms}/content/article/article.go`,
    from: "return s.Status == Published && due",
    to: "return due",
  },
  {
    what: "the public list has drafts",
    file: `${cms}/content/article/service.go`,
    from: `q.Status, q.Upcoming, q.public = Published, "", true`,
    to: `q.Upcoming, q.public = "", true`,
    seen: "TestStrangers_WhoseSessionHasEndedReadNoMore",
  },
  {
    what: "a foreign page may write",
    file: `${cms}/platform/httpapi/crosssite.go`,
    from: "\tdefault:\n\t\treturn foreign()",
    to: "\tdefault:",
    seen: "TestCrossSite_EveryUnsafeCallRefusesForeignPages",
  },
  {
    what: "a reset link works for ever",
    file: `${cms}/account/auth/reset.go`,
    from: "!same(link.Hash, hash) || !link.ExpiresAt.After(s.now())",
    to: "!same(link.Hash, hash)",
    seen: "TestForgotPassword_TellsNothing",
  },
  {
    what: "a reset link works twice",
    file: `${cms}/account/auth/reset.go`,
    from: "\t\ta.Generation++\n",
    to: "",
    seen: "TestForgotPassword_SendsALinkThatWorksOnceAndEndsSessions",
  },
  {
    what: "a reset link of another account's secret works",
    file: `${cms}/account/auth/token.go`,
    from: "subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1",
    to: "subtle.ConstantTimeCompare([]byte(a), []byte(b)) >= 0",
  },
  {
    what: "an expired session token is read",
    file: `${cms}/account/auth/token.go`,
    from: "\t\tjwt.WithTimeFunc(s.now),\n",
    to: "\t\tjwt.WithTimeFunc(func() time.Time { return time.Unix(0, 0) }),\n",
  },
  {
    what: "a key that was rotated out of first place verifies nothing",
    file: `${cms}/account/auth/token.go`,
    from: "for _, key := range s.keys {\n\t\tvar claims",
    to: "for _, key := range s.keys[:1] {\n\t\tvar claims",
  },
  {
    what: "a code goes to the phone of an invitation that is over",
    file: `${cms}/account/auth/phone.go`,
    from: "invitationErr == nil && invited.ExpiresAt.After(s.now())",
    to: "invitationErr == nil && !invited.ExpiresAt.IsZero()",
    seen: "TestPhone_AnInvitationThatIsOverGetsNoCode",
  },
  {
    what: "a limit allows one try too many",
    file: `${cms}/platform/ratelimit/ratelimit.go`,
    from: "if found.Count <= limit.Count {",
    to: "if found.Count <= limit.Count+1 {",
  },
  {
    what: "each address of a /64 is counted for itself",
    file: `${cms}/platform/ratelimit/ratelimit.go`,
    from: "ip.Prefix(64)",
    to: "ip.Prefix(128)",
  },
  {
    what: "webhooks reach private networks",
    file: `${cms}/platform/outbound/outbound.go`,
    from: "return r == Anywhere || public == (r == Public)",
    to: "return r == Anywhere || public || r != Public",
  },
  {
    what: "redirects of webhooks are followed",
    file: `${cms}/platform/outbound/outbound.go`,
    from: "return http.ErrUseLastResponse",
    to: "return nil",
  },

  // Content
  {
    what: "a former address leads nowhere",
    file: `${cms}/content/article/service.go`,
    from: "if a.SlugFixed && former != a.Slug {",
    to: "if false {",
  },
  {
    what: "the address of a published article follows its title",
    file: `${cms}/content/article/service.go`,
    from: "follows := a.Slug, !a.SlugFixed && (",
    to: "follows := a.Slug, (",
  },
  {
    what: "an article that has ended is public",
    file: `${cms}/content/article/article.go`,
    from: "due && (s.UnpublishDate == nil || s.UnpublishDate.After(now))",
    to: "due",
  },
  {
    what: "an article is public before its date",
    file: `${cms}/content/article/article.go`,
    from: "due := s.PublishDate == nil || !s.PublishDate.After(now)",
    to: "due := true",
  },
  {
    what: "tags are stored twice",
    file: `${cms}/content/article/article.go`,
    from: `tag != "" && !seen[tag]`,
    to: `tag != ""`,
  },
  {
    what: "a title of 301 letters is stored",
    file: `${cms}/content/article/article.go`,
    from: "text.LongerThan(a.Title, maxTitle)",
    to: "text.LongerThan(a.Title, maxTitle+1)",
  },
  {
    what: "links of any protocol stay in an article",
    file: `${cms}/content/richtext/richtext.go`,
    from: "return !weburl.Safe(a.Val)",
    to: "return false",
  },
  {
    what: "two blocks of a page have one id",
    file: `${cms}/content/page/rules.go`,
    from: "if ids[b.ID] {",
    to: "if false {",
  },
  {
    what: "a page takes the address of one of the site's own",
    file: `${cms}/content/page/rules.go`,
    from: `case route != "":`,
    to: `case route == "-":`,
  },
  {
    what: "a moved page leaves no redirect",
    file: `${cms}/content/page/rules.go`,
    from: "if p.Path == was.Path || !was.WasPublished {",
    to: "if true {",
  },
  {
    what: "the other spelling of the flag is lost",
    file: `${cms}/content/settings/settings.go`,
    from: "\t\tnewer.PoliceHidden = newer.PoliceHiddenAlias\n",
    to: "",
  },
  {
    what: "an emptied site title stays empty",
    file: `${cms}/content/settings/settings.go`,
    from: `if s.SiteTitle == "" {`,
    to: `if s.SiteTitle == "-" {`,
  },
  {
    what: "a menu has no bound",
    file: `${cms}/content/menu/menu.go`,
    from: "if c.count > maxEntries {",
    to: "if false {",
  },
  {
    what: "a working copy is replaced whatever its number",
    file: `${cms}/content/working/working.go`,
    from: "if number := numberOf(doc.Base()); expected == nil || *expected == number {",
    to: "if true {",
  },
  {
    what: "a published working copy stays",
    file: `${cms}/content/working/working.go`,
    from: "\tdoc.Base().SetWorking(nil)\n\treturn nil\n}\n\n// refusal",
    to: "\treturn nil\n}\n\n// refusal",
  },
  {
    what: "the next page of a list is missing at its bound",
    file: `${cms}/platform/paging/paging.go`,
    from: "if w.Limit < total-w.Offset {",
    to: "if w.Limit+1 < total-w.Offset {",
  },

  // Leads
  {
    what: "a spreadsheet runs a lead's text as a formula",
    file: `${cms}/lead/sheet.go`,
    from: "\tif dangerous {\n",
    to: "\tif false {\n",
  },
  {
    what: "a form that is sent twice counts twice",
    file: `${cms}/lead/once.go`,
    from: 'fresh.ID = hash(form, "content", fresh.Content)',
    to: 'fresh.ID = hash(form, "content", fresh.DocumentID)',
    seen: "TestForms_SentTwiceCountOnce",
  },

  // Publishing
  {
    what: "the newest releases are not kept",
    file: `${cms}/publishing/release/retention.go`,
    from: "if recent++; recent <= r.Keep {",
    to: "if recent++; recent < r.Keep {",
  },
  {
    what: "a release that somebody rolled back to is forgotten",
    file: `${cms}/publishing/release/retention.go`,
    from: `if pinned != "" && m.Release == pinned {`,
    to: "if false {",
  },
  {
    what: "webhooks are not signed with the secret before",
    file: `${cms}/publishing/webhook/sender.go`,
    from: "s.opts.Clock.Now().Sub(e.RotatedAt) < secretOverlap",
    to: "false",
  },
  {
    what: "a person has as many links to drafts as they like",
    file: `${cms}/publishing/preview/link.go`,
    from: "if working >= mostLinks {",
    to: "if false {",
    seen: "TestPreviewLinks_AreBounded",
  },
  {
    what: "a page that failed is tried again and again",
    file: "site/publisher/backlog.ts",
    from: "} else if (failure?.hash === planned) {",
    to: "} else if (false) {",
    seen: "site/publisher/test/backlog.test.ts",
  },
  {
    what: "what was withdrawn stays on the site",
    file: "site/publisher/backlog.ts",
    from: "      if (this.live.hashes.has(path)) this.withdrawn.add(path);\n    }\n    // The pages",
    to: "    }\n    // The pages",
    seen: "site/publisher/test/backlog.test.ts",
  },
  {
    what: "the missing page is not kept for static hosts",
    file: "site/publisher/backlog.ts",
    from: "changed.set(NOT_FOUND_FILE, {",
    to: "changed.set(`/405`, {",
    seen: "site/publisher/test/backlog.test.ts",
  },
  {
    what: "the last edit waits for the one before",
    file: "site/publisher/backlog.ts",
    from: 'const edits = this.queue.take("edit");',
    to: "const edits: string[] = [];",
    seen: "site/publisher/test/backlog.test.ts",
  },

  // The site
  {
    what: "an older answer takes the place of the page",
    file: "site/src/live/ask.ts",
    from: "if (live !== undefined && answer.fingerprint === live) return answer.value;",
    to: "return answer.value;",
    seen: "site/src/app/live.island.test.tsx",
  },
  {
    what: "a preview calls the API",
    file: "site/src/live/api.ts",
    from: `startsWith("/api/preview/")`,
    to: `startsWith("/api/previews/")`,
    seen: "site/src/live/api.test.ts",
  },
  {
    what: "the sixth click on About leads to the sign-in",
    file: "site/src/features/navigation/secret-trigger.ts",
    from: "return row >= 7;",
    to: "return row >= 6;",
    seen: "site/src/features/navigation/secret-trigger.test.ts",
  },
  {
    what: "a menu stays when the pointer has left it",
    file: "site/src/features/navigation/Dropdown.tsx",
    from: "timer.current = window.setTimeout(() => onOpen(false), delay);",
    to: "",
    seen: "site/src/features/navigation/menus.island.test.tsx",
  },
  {
    what: "Escape takes the focus from a menu's button",
    file: "site/src/features/navigation/Dropdown.tsx",
    from: "      toggle.current?.focus();\n",
    to: "",
    seen: "site/src/features/navigation/menus.island.test.tsx",
  },
  {
    what: "another person's article offers Edit",
    file: "site/src/features/blog/EditLink.tsx",
    from: "!user || user.id !== author",
    to: "!user",
    seen: "site/src/features/blog/EditLink.island.test.tsx",
  },
  {
    what: "an address without @ is sent",
    file: "site/src/features/notify/NotifyForm.tsx",
    from: "if (!mayBeEmail(email)) {",
    to: "if (false) {",
    seen: "site/src/features/notify/NotifyForm.island.test.tsx",
  },
  {
    what: "a message that did not arrive is cleared",
    file: "site/src/features/contact/ContactForm.tsx",
    from: "        if (error instanceof ApiError && error.status < 500) setProblem(error.message);",
    to: "        form.reset();",
    seen: "site/src/features/contact/ContactForm.island.test.tsx",
  },
  {
    what: "a click twice sends a message twice",
    file: "site/src/features/contact/ContactForm.tsx",
    from: "if (busy.current) return;",
    to: "",
    seen: "site/src/features/contact/ContactForm.island.test.tsx",
  },
  {
    what: "minutes are rounded up",
    file: "site/src/features/videos/library.ts",
    from: "Math.floor(seconds / 60)",
    to: "Math.ceil(seconds / 60)",
    seen: "site/src/features/videos/library.test.ts",
  },

  // The dashboard
  {
    what: "a double click submits a form twice",
    file: "admin/src/components/useSubmit.ts",
    from: "if (running.current) return;",
    to: "",
    seen: "admin/src/components/useSubmit.test.tsx",
  },
  {
    what: "the focus does not go to the field that is wrong",
    file: "admin/src/components/useSubmit.ts",
    from: `    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();\n`,
    to: "",
    seen: "admin/src/components/useSubmit.test.tsx",
  },
  {
    what: "an action is done although the answer was no",
    file: "admin/src/components/useAction.ts",
    from: `if (question && !(await confirm(question))) return "kept";`,
    to: "if (question) await confirm(question);",
    seen: "admin/src/components/useAction.test.tsx",
  },
  {
    what: "a failed action says nothing",
    file: "admin/src/components/useAction.ts",
    from: "else toast.failure(failed, error);",
    to: "",
    seen: "admin/src/components/useAction.test.tsx",
  },
  {
    what: "writes carry no If-Match",
    file: "admin/src/api/client.ts",
    from: `return revision === undefined ? {} : { "If-Match": entityTag(revision) };`,
    to: "return {};",
    seen: "admin/src/api/client.test.ts",
  },
  {
    what: "a call that was refused for an ended session is not sent again",
    file: "admin/src/api/client.ts",
    from: "if (!(await signedInAgain(place))) return answer;",
    to: "return answer;",
    seen: "admin/src/api/gate.test.ts",
  },
  {
    what: "signing in leads to any address",
    file: "admin/src/features/auth/messages.ts",
    from: `from?.startsWith("/admin/") ? from`,
    to: "from ? from",
    seen: "admin/src/features/auth/messages.test.ts",
  },
  {
    what: "the order of sections begins at 0",
    file: "admin/src/features/sections/calls.ts",
    from: "display_order: to + 1",
    to: "display_order: to",
    seen: "admin/src/features/sections/sections.screen.test.tsx",
  },
  {
    what: "hiding a social link offers no Undo",
    file: "admin/src/features/social/LinkRow.tsx",
    from: "const hides = changes.active === false;",
    to: "const hides = false;",
    seen: "admin/src/history/trash.screen.test.tsx",
  },
  {
    what: "a mail address that is copied for a spreadsheet is a formula",
    file: "admin/src/features/notifications/export.ts",
    from: "FORMULA.test(value) ?",
    to: "false ?",
    seen: "admin/src/features/notifications/export.test.ts",
  },

  // What both share
  {
    what: "a toast goes at any touch",
    file: "shared/src/toast/swipe.ts",
    from: "distance >= SWIPE_DISTANCE ||",
    to: "distance >= 1 ||",
    seen: "shared/src/toast/swipe.test.ts",
  },
];
