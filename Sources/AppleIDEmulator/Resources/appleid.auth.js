(function () {
  "use strict";

  var LOCALE = "__LOCALE__";
  var TITLES = JSON.parse("__TITLES__");
  var VERSION = "1.5.5";
  var POLL_INTERVAL = 300;
  var script = document.currentScript;
  // The service is where this file came from; nothing needs to be configured.
  var BASE = new URL(script ? script.src : document.baseURI).origin;

  var META = {
    clientId: "appleid-signin-client-id",
    scope: "appleid-signin-scope",
    redirectURI: "appleid-signin-redirect-uri",
    state: "appleid-signin-state",
    nonce: "appleid-signin-nonce",
    usePopup: "appleid-signin-use-popup"
  };
  var PER_CALL = ["scope", "redirectURI", "state", "nonce", "usePopup"];

  var settings = null;
  var howConfigured = "1";
  var pending = null;

  function metaSettings() {
    var found = {};
    Object.keys(META).forEach(function (name) {
      var tag = document.querySelector('meta[name="' + META[name] + '"]');
      if (tag && tag.content) { found[name] = name === "usePopup" ? tag.content === "true" : tag.content; }
    });
    return found;
  }

  function check(config) {
    ["clientId", "redirectURI"].forEach(function (name) {
      if (typeof config[name] !== "string" || config[name] === "") {
        throw new Error('The "' + name + '" should be a string.');
      }
    });
    ["scope", "state", "nonce"].forEach(function (name) {
      if (config[name] !== undefined && typeof config[name] !== "string") {
        throw new Error('The "' + name + '" should be a string.');
      }
    });
    if (config.usePopup !== undefined && typeof config.usePopup !== "boolean") {
      throw new Error('The "usePopup" should be a boolean.');
    }
  }

  function init(config) {
    var merged = Object.assign({}, metaSettings(), config || {});
    check(merged);
    howConfigured = config ? "1" : "2";
    settings = merged;
    renderButton();
  }

  function uuid() {
    var bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    var hex = Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, "0"); }).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  function authorizeURL(config, frame, howStarted) {
    var fields = {
      client_id: config.clientId,
      redirect_uri: config.redirectURI,
      response_type: "code id_token",
      state: config.state,
      nonce: config.nonce,
      scope: config.scope,
      response_mode: config.usePopup ? "web_message" : "form_post",
      frame_id: frame,
      m: howConfigured + howStarted,
      v: VERSION
    };
    var query = Object.keys(fields).filter(function (name) { return fields[name] !== undefined; })
      .map(function (name) { return name + "=" + encodeURIComponent(fields[name]); });
    return BASE + "/auth/authorize?" + query.join("&");
  }

  function announce(name, detail) {
    document.dispatchEvent(new CustomEvent(name, { detail: detail }));
  }

  function finish(flow, error, data) {
    if (flow.isDone) { return; }
    flow.isDone = true;
    clearInterval(flow.timer);
    window.removeEventListener("message", flow.listener);
    if (pending === flow) { pending = null; }
    if (error) {
      announce("AppleIDSignInOnFailure", error);
      flow.reject(error);
    } else {
      announce("AppleIDSignInOnSuccess", { data: data });
      flow.resolve(data);
    }
  }

  function receive(flow, event) {
    // Only the popup that was opened, only from the service: anything else on the page may post messages.
    if (event.origin !== BASE || event.source !== flow.popup || typeof event.data !== "string") { return; }
    var message;
    try { message = JSON.parse(event.data); } catch (failure) { return; }
    if (!message || message.method !== "oauthDone" || !message.data) { return; }
    flow.popup.close();
    finish(flow, message.data.error ? message.data : null, message.data);
  }

  function popup(config, howStarted) {
    return new Promise(function (resolve, reject) {
      var flow = { resolve: resolve, reject: reject, isDone: false };
      flow.listener = function (event) { receive(flow, event); };
      var left = Math.max(0, window.screenX + (window.outerWidth - 700) / 2);
      var top = Math.max(0, window.screenY + (window.outerHeight - 700) / 2);
      window.addEventListener("message", flow.listener);
      flow.popup = window.open(
        authorizeURL(config, uuid(), howStarted), "AppleAuthentication",
        "width=700,height=700,left=" + left + ",top=" + top + ",resizable=no,location=no,menubar=no");
      if (!flow.popup) { finish(flow, { error: "popup_blocked_by_browser" }); return; }
      flow.popup.focus();
      pending = flow;
      flow.timer = setInterval(function () {
        if (flow.popup.closed) { finish(flow, { error: "popup_closed_by_user" }); }
      }, POLL_INTERVAL);
    });
  }

  function start(overrides, howStarted) {
    if (!settings) { throw new Error('The "init" function must be called first.'); }
    var config = Object.assign({}, settings);
    PER_CALL.forEach(function (name) {
      if (overrides && overrides[name] !== undefined) { config[name] = overrides[name]; }
    });
    check(config);
    if (!config.usePopup) {
      window.location.assign(authorizeURL(config, uuid(), howStarted));
      return new Promise(function () {});
    }
    if (pending) {
      var replaced = pending;
      // The window is used again, so it is not closed.
      finish(replaced, { error: "user_trigger_new_signin_flow" });
    }
    return popup(config, howStarted);
  }

  function signIn(overrides) { return start(overrides, "1"); }

  function within(text, low, high, fallback) {
    var number = parseInt(text, 10);
    return isNaN(number) ? fallback : Math.min(high, Math.max(low, number));
  }

  function buttonAddress(element, width, height) {
    var data = element.dataset;
    var mode = data.mode || "center-align";
    var type = (data.type || "sign-in").replace(" ", "-");
    var path = { "left-align": "/appleid/button/left", "logo-only": "/appleid/button/logo" }[mode] || "/appleid/button";
    var query = ["format=svg", "color=" + (data.color === "white" ? "white" : "black"),
      "border=" + (data.border !== "false"), "border_radius=" + within(data.borderRadius, 0, 50, 15)];
    if (mode === "logo-only") {
      query.push("size=" + Math.min(width, height, 64));
    } else {
      query.push("width=" + width, "height=" + height, "type=" + type, "locale=" + LOCALE);
    }
    if (mode === "left-align") {
      query.push("logo-size=" + (["small", "medium", "large"].indexOf(data.logoSize) < 0 ? "small" : data.logoSize));
      if (data.logoPosition) { query.push("logo-position=" + within(data.logoPosition, 0, Math.floor(width / 2), 0)); }
      if (data.labelPosition) { query.push("label-position=" + within(data.labelPosition, 0, Math.floor(width / 2), 0)); }
    }
    return BASE + path + "?" + query.join("&");
  }

  function renderButton() {
    var element = document.getElementById("appleid-signin");
    if (!element) { return; }
    var data = element.dataset;
    var box = element.getBoundingClientRect();
    var width = within(data.width === "100%" || !data.width ? box.width : data.width, 130, 375, 130);
    var height = within(data.height === "100%" || !data.height ? box.height || 44 : data.height, 30, 64, 44);
    var type = (data.type || "sign-in").replace(" ", "-");
    var image = document.createElement("img");
    image.src = buttonAddress(element, Math.round(width), Math.round(height));
    image.alt = "";
    image.style.display = "block";
    var button = document.createElement("div");
    button.setAttribute("role", "button");
    button.setAttribute("tabindex", "0");
    button.setAttribute("aria-label", TITLES[type] || TITLES["sign-in"]);
    button.style.cursor = "pointer";
    button.style.display = "inline-block";
    function press() { start(undefined, "2").catch(function () {}); }
    button.addEventListener("click", press);
    button.addEventListener("keydown", function (event) { if (event.key === "Enter") { press(); } });
    button.addEventListener("keyup", function (event) { if (event.key === " ") { press(); } });
    button.addEventListener("keydown", function (event) { if (event.key === " ") { event.preventDefault(); } });
    button.appendChild(image);
    element.replaceChildren(button);
  }

  window.AppleID = { auth: { init: init, signIn: signIn, renderButton: renderButton } };

  function begin() {
    announce("AppleIDSigInLoaded");
    if (!settings && metaSettings().clientId) { init(); }
  }
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
})();
