// A page for people who have come to an address where there is nothing.

import HTTP

/// Answers browsers that ask for a page where there is nothing; programs get the problem as JSON.
struct MissingPage: Sendable {
    /// The address of the page with the pictures.
    let home: String

    /// Replaces a 404 by a page with the same status, where a browser asked for a page; all other answers stay.
    func readable(_ answer: Answer, to request: Request) -> Answer {
        switch answer {
        case .now(let response):
            // The status is the cheaper test, and nearly always decides.
            guard response.status == 404, Self.isForPerson(request) else { return answer }
            return .now(page(insteadOf: response))
        case .later(let deferred):
            guard Self.isForPerson(request) else { return answer }
            return .later(
                Deferred { finish in
                    deferred.start { finish($0.status == 404 ? page(insteadOf: $0) : $0) }
                })
        case .upgrade: return answer
        }
    }

    /// Whether a browser is to show the answer by itself; scripts, pictures and programs do not ask for HTML.
    private static func isForPerson(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && request.headers["accept"]?.contains("text/html") == true
    }

    private func page(insteadOf problem: Response) -> Response {
        var response = Response(problem.status, headers: problem.headers, body: .bytes(Array(text.utf8)))
        response.headers["Content-Type"] = "text/html; charset=utf-8"
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
        response.headers["Vary"] = "Accept"
        return response
    }

    /// The home address is a link, which is what a button that leads elsewhere is in HTML.
    private var text: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>ScrollServer: nothing here</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <style>
        body { font: 1.125rem/1.4 -apple-system, "Segoe UI", Roboto, Inter, Ubuntu, "Noto Sans", "Liberation Sans", system-ui, sans-serif;
          margin: 28vh 16px 0; text-align: center; text-wrap: balance; background: light-dark(#fafafa, #101010);
          color: light-dark(#1a1a1a, #ededed) }
        h1 { font: inherit; margin: 0 0 16px }
        a { display: inline-block; padding: 9px 16px; border: 1px solid light-dark(rgb(0 0 0 / 10%), rgb(255 255 255 / 12%));
          border-radius: 8px; font-size: 0.9375rem; font-weight: 600; text-decoration: none; color: light-dark(#0b5fd0, #79b0ff) }
        </style>
        <main><h1>There is nothing at this address, or not any more.</h1>
        <a href="\(home)">Show the pictures</a></main>

        """
    }
}
