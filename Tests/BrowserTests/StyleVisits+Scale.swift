// The states of the page that use its styles, continued: the scale of a picture.

extension StyleVisits {
    /// The same server as `rest`: a bar, a line that measures, and a panel beside them.
    static let scale: [StyleStep] = [
        .go("#collection=scaled&layout=pages"),
        .until("document.getElementById('scale-bar').checkVisibility()"),
        .run("document.getElementById('more-button').click()"),
        .until("document.getElementById('save-png').checkVisibility()"),
        .run("document.getElementById('more-button').click()"),
        .type("+"), .type("+"), .type("+"),
        .until("document.getElementById('picture-map').checkVisibility()"),
        .type("m"),
        .mouse("mousePressed", 500, 300),
        .mouse("mouseMoved", 600, 350),
        .mouse("mouseReleased", 700, 400),
        .until("document.getElementById('length').value && document.getElementById('coordinates').value"),
        .force("#measure-end"),
        .feature("forced-colors", "active"),
        .feature("forced-colors", "none"),
        .size(390, 844),
        .size(1280, 800),
        .type("i"),
        .until("document.querySelector('#details dd')"),
        .type("i"),
        .type("f"),
        .until("!document.getElementById('facets').hidden"),
        .press(.escape),
    ]
}
